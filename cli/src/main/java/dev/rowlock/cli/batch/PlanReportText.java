package dev.rowlock.cli.batch;

import dev.rowlock.batch.CollisionReading;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.batch.PlannedPace;
import dev.rowlock.batch.PlannedShard;
import dev.rowlock.batch.PlannedStatement;
import dev.rowlock.batch.PlannedWindow;
import dev.rowlock.batch.RowEstimate;
import dev.rowlock.batch.Window;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A plan's report in words: what matters most first. */
final class PlanReportText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT);
    private static final int MOST_SHARDS = 16;

    private final PlanReport report;
    private final ZoneId zone;
    private final List<String> lines = new ArrayList<>();

    PlanReportText(PlanReport report, ZoneId here) {
        this.report = report;
        this.zone = report.plan().window().map(Window::zone).orElse(here);
    }

    String text() {
        line(String.format(
                Locale.ROOT,
                "plan '%s' on %s, key (%s), server %s",
                report.plan().name(),
                report.table(),
                String.join(", ", report.key()),
                report.server()));
        line(String.format(
                Locale.ROOT,
                "rows       %s match, of %s; %,d were looked at",
                estimate(report.matching()),
                rows(),
                report.sampled()));
        line(String.format(
                Locale.ROOT,
                "online     %s",
                report.onlineWrites() == null
                        ? "this server does not count the table's writes"
                        : String.format(Locale.ROOT, "%,.0f rows of it written a second", report.onlineWrites())));
        report.paces().forEach(this::pace);
        report.window().ifPresent(this::window);
        report.collisions().ifPresent(this::collisions);
        section(PlanNote.Weight.BLOCKS, "Stands in the way:");
        section(PlanNote.Weight.WARNING, "Worth a thought:");
        section(PlanNote.Weight.INFO, "To know:");
        line(String.format(Locale.ROOT, "%nStatements of a chunk:"));
        report.statements().forEach(this::statement);
        shards();
        line(String.format(
                Locale.ROOT,
                "%nNothing was written; looked for %.1f s.",
                report.took().toMillis() / 1e3));
        return String.join(System.lineSeparator(), lines);
    }

    private String rows() {
        return report.rows().isExact()
                ? String.format(Locale.ROOT, "%,d", report.rows().value())
                : String.format(
                        Locale.ROOT,
                        "about %,d (the server's own estimate)",
                        report.rows().value());
    }

    private static String estimate(RowEstimate rows) {
        return rows.isExact()
                ? String.format(Locale.ROOT, "%,d", rows.value())
                : String.format(Locale.ROOT, "about %,d (%,d to %,d)", rows.value(), rows.low(), rows.high());
    }

    private void pace(PlannedPace pace) {
        line(String.format(
                Locale.ROOT,
                "time       %s at %,.0f rows/s, %s: %s",
                between(RunText.time(pace.shortest()), RunText.time(pace.longest())),
                pace.rate(),
                pace.what(),
                end(pace.earliestOrNull(), pace.latestOrNull())));
    }

    private static String between(String from, String to) {
        return from.equals(to) ? to : from + " to " + to;
    }

    private String end(@Nullable Instant earliest, @Nullable Instant latest) {
        if (earliest == null) {
            return "stops with the window, before its end";
        }
        String first = TIME.format(earliest.atZone(zone));
        return latest == null
                ? "ends " + first + " at the earliest, or stops with the window"
                : "ends " + between(first, TIME.format(latest.atZone(zone)));
    }

    private void window(PlannedWindow window) {
        String fit = switch (window.fit()) {
            case FITS -> "it fits";
            case UNSURE -> "it may not fit";
            case WILL_NOT -> "IT WILL NOT BE THROUGH when the window closes";
        };
        line(String.format(
                Locale.ROOT,
                "window     %s, %s: %s; %,.0f rows/s are needed",
                report.plan().window().orElseThrow(),
                window.opensIn().isZero()
                        ? "open for another " + RunText.time(window.length())
                        : "opens in " + RunText.time(window.opensIn()) + " for " + RunText.time(window.length()),
                fit,
                window.neededRate()));
    }

    private void collisions(CollisionReading reading) {
        line(String.format(
                Locale.ROOT,
                "collisions %.3f %% of the rows are written online within %s (%.3f to %.3f %%): %s; by %s",
                100 * reading.rate(),
                RunText.time(reading.window()),
                100 * reading.low(),
                100 * reading.high(),
                reading.verdict(),
                reading.source()));
        reading.advice().forEach(text -> line(String.format(Locale.ROOT, "           %s", text)));
    }

    private void section(PlanNote.Weight weight, String title) {
        List<PlanNote> notes =
                report.notes().stream().filter(note -> note.weight() == weight).toList();
        if (notes.isEmpty()) {
            return;
        }
        line(System.lineSeparator() + title);
        for (PlanNote note : notes) {
            line(String.format(Locale.ROOT, "  %s: %s", note.id(), note.text()));
            if (note.remedyOrNull() != null) {
                line(String.format(Locale.ROOT, "    mend it: %s", note.remedyOrNull()));
            }
        }
    }

    private void statement(PlannedStatement statement) {
        line(String.format(Locale.ROOT, "  %s:", statement.what()));
        line(String.format(Locale.ROOT, "    %s", statement.sql().replaceAll("\\s+", " ")));
        for (PlannedStatement.Step step : statement.plan()) {
            line(String.format(
                    Locale.ROOT,
                    "    plan: %s %s%s, %,d rows%s",
                    step.table().isEmpty() ? "-" : step.table(),
                    step.type().isEmpty() ? "-" : step.type(),
                    step.index().isEmpty() ? ", no index" : " over " + step.index(),
                    step.rows(),
                    step.extra().isEmpty() ? "" : " (" + step.extra() + ")"));
        }
        line(String.format(Locale.ROOT, "    locks: %s", statement.locks()));
    }

    private void shards() {
        if (report.shards().isEmpty()) {
            return;
        }
        line(String.format(Locale.ROOT, "%nShards as they would be cut now:"));
        for (PlannedShard shard :
                report.shards().subList(0, Math.min(MOST_SHARDS, report.shards().size()))) {
            line(String.format(
                    Locale.ROOT,
                    "  %d: %sup to %s: about %,d rows, %,d match",
                    shard.number(),
                    shard.after().isEmpty() ? "" : "after " + shard.after() + " ",
                    shard.upTo(),
                    shard.rows(),
                    shard.matching()));
        }
        if (report.shards().size() > MOST_SHARDS) {
            line(String.format(
                    Locale.ROOT,
                    "  and %d more: --json has them all",
                    report.shards().size() - MOST_SHARDS));
        }
    }

    private void line(String text) {
        lines.add(text);
    }
}
