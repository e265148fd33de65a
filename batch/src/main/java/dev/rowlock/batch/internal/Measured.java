package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.GuardSetup.Part;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is guarded, and how it did without the batch; and what follows from that. Immutable. */
record Measured(List<Watched> watched, Baseline baseline) {
    private static final Duration SHORTEST_CHUNK = Duration.ofMillis(1);

    Measured {
        watched = List.copyOf(watched);
    }

    List<Guard> guards() {
        return watched.stream().map(Watched::guard).toList();
    }

    private List<Guard> statements() {
        return times(part -> part != Part.COMMIT);
    }

    private List<Guard> commits() {
        return times(part -> part == Part.COMMIT);
    }

    private List<Guard> times(Predicate<Part> parts) {
        return watched.stream()
                .filter(each -> each.guard().unit() == Unit.NANOSECONDS && parts.test(each.part()))
                .map(Watched::guard)
                .toList();
    }

    /** Of the first latency guard, whose P99 the curve keeps. */
    OptionalDouble line() {
        return guards().stream()
                .filter(guard -> guard.unit() == Unit.NANOSECONDS)
                .findFirst()
                .map(guard -> guard.line(baseline))
                .orElse(OptionalDouble.empty());
    }

    /** Online statements a second that the batch was measured beside; transactions where nothing but their COMMIT is guarded. */
    double onlineRate() {
        double statements = perSecond(statements());
        return statements > 0 ? statements : perSecond(commits());
    }

    private double perSecond(List<Guard> guards) {
        return guards.stream()
                .flatMap(guard -> baseline.of(guard.signal()).stream())
                .mapToDouble(Baseline.Figure::perSecond)
                .sum();
    }

    /**
     * How long a chunk may hold its rows: about the P99 that is to stay what it is. Shorter chunks are not gentler: each is a commit more that
     * online commits queue behind (measured in docs/pacing.md). Where online transactions commit by themselves, theirs is the time of the statement or of the COMMIT, whichever
     * is longer: a statement alone, which waits for no disk, would ask for chunks that are little more than commits.
     */
    @Nullable
    Duration chunk() {
        return Stream.of(shortest(statements()), shortest(commits()))
                .flatMap(Optional::stream)
                .max(Duration::compareTo)
                .orElse(null);
    }

    private Optional<Duration> shortest(List<Guard> guards) {
        return guards.stream()
                .flatMap(guard -> baseline.of(guard.signal()).map(figure -> chunk(guard, figure)).stream())
                .min(Duration::compareTo);
    }

    private static Duration chunk(Guard guard, Baseline.Figure figure) {
        double factor = guard.limit().kind() == Limit.Kind.OF_BASELINE
                ? guard.limit().value()
                : guard.limit().value() / Math.max(1, figure.value());
        Duration time = Duration.ofNanos((long) (figure.value() * Math.min(1, factor)));
        return time.compareTo(SHORTEST_CHUNK) < 0 ? SHORTEST_CHUNK : time;
    }

    String figures() {
        return guards().stream()
                .flatMap(guard -> baseline
                        .of(guard.signal())
                        .map(figure -> guard.signal() + " " + guard.unit().text(figure.value())
                                + String.format(Locale.ROOT, " (%.0f/s)", figure.perSecond()))
                        .stream())
                .collect(Collectors.joining("; "));
    }
}
