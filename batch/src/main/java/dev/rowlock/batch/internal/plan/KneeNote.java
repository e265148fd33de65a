package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.PlanNote;
import dev.rowlock.pacing.KneeCurve;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The curve of a table's knee as a plan shows it: online P99 at the rates that earlier runs went at (C4). Pure. */
final class KneeNote {
    /** More than that nobody reads; those with few samples say least. */
    private static final int MOST = 12;

    private KneeNote() {}

    /** Empty for a table that no run was paced on. */
    static Optional<PlanNote> of(KneeCurve curve) {
        List<KneeCurve.Point> shown = curve.points().stream()
                .sorted(Comparator.comparingLong(KneeCurve.Point::samples).reversed())
                .limit(MOST)
                .sorted(Comparator.comparingDouble(KneeCurve.Point::rate))
                .toList();
        return shown.isEmpty()
                ? Optional.empty()
                : Optional.of(PlanNote.info(
                        "knee",
                        "online P99 at the rates of earlier runs, with how many online statements it stands on: "
                                + shown.stream().map(KneeNote::text).collect(Collectors.joining("; "))));
    }

    private static String text(KneeCurve.Point point) {
        return String.format(
                Locale.ROOT, "%,.0f rows/s %.2f ms (%,d)", point.rate(), point.p99Nanos() / 1e6, point.samples());
    }
}
