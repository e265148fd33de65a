package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.GuardSetup.Origin;
import dev.rowlock.batch.internal.GuardSetup.Part;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.BaselineMeter;
import dev.rowlock.pacing.GuardReading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is measured before the first chunk: how online traffic does without the batch, and which of the statements that were found are online traffic now. Used by
 * one thread.
 *
 * <p>COMMITs that were found are guarded where transactions of several statements are a part of the traffic. An application in autocommit mode sends none, and a few
 * of an administrator's are no figure to hold a batch against; neither is waited for.
 */
final class Prelude {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** COMMITs for each statement that writes the table: one transaction of ten such statements, or one writer in ten that is not in autocommit mode. */
    private static final double SHARE = 0.1;

    /** As few as have one above their P99. */
    private static final long LEAST = 100;

    private final List<Watched> watched;
    private final Set<String> found;
    private final Duration began;
    private final BaselineMeter meter;
    private final BaselineMeter commits;

    Prelude(List<Watched> watched, Duration now) {
        this.watched = List.copyOf(watched);
        this.found = watched.stream()
                .filter(Prelude::isFoundCommit)
                .map(each -> each.guard().signal())
                .collect(Collectors.toSet());
        this.began = now;
        this.meter = new BaselineMeter(now, LONGEST);
        this.commits = new BaselineMeter(now, LONGEST);
    }

    Duration began() {
        return began;
    }

    void add(List<GuardReading> readings) {
        meter.add(readings.stream().filter(each -> !isOfFound(each)).toList());
        commits.add(readings.stream().filter(this::isOfFound).toList());
    }

    private boolean isOfFound(GuardReading reading) {
        return found.contains(reading.guard().signal());
    }

    /** Whether it is enough, or the time is up. */
    boolean ready(Duration now) {
        return meter.ready(now)
                && (commits.ready(now) || watched.stream().noneMatch(each -> isFoundCommit(each) && isHeard(each)));
    }

    Baseline baseline() {
        return meter.result().with(commits.result());
    }

    /** What there is something to hear of: a statement that was found and did not run meanwhile would be stale for ever. */
    List<Watched> heard() {
        return watched.stream().filter(this::isHeard).toList();
    }

    private boolean isHeard(Watched each) {
        if (each.origin() == Origin.NAMED) {
            return true;
        }
        return isFoundCommit(each) ? isWorthGuarding(each) : samples(meter, each) > 0;
    }

    private boolean isWorthGuarding(Watched commit) {
        double statements = watched.stream()
                .filter(each -> each.part() == Part.STATEMENT)
                .mapToDouble(each -> perSecond(meter, each))
                .sum();
        return statements > 0 && samples(commits, commit) >= LEAST && perSecond(commits, commit) >= SHARE * statements;
    }

    private static boolean isFoundCommit(Watched each) {
        return each.part() == Part.COMMIT && each.origin() == Origin.FOUND;
    }

    private static long samples(BaselineMeter meter, Watched each) {
        return figure(meter, each).map(Baseline.Figure::samples).orElse(0L);
    }

    private static double perSecond(BaselineMeter meter, Watched each) {
        return figure(meter, each).map(Baseline.Figure::perSecond).orElse(0.0);
    }

    private static Optional<Baseline.Figure> figure(BaselineMeter meter, Watched each) {
        return meter.result().of(each.guard().signal());
    }
}
