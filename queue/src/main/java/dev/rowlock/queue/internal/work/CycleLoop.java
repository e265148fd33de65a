package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.internal.lookout.Extent;
import dev.rowlock.queue.internal.lookout.House;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that talks to the queue: one cycle after the other, for as long as the worker lives. Nothing the server answers ends it. */
final class CycleLoop implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CycleLoop.class);

    /** A result that is refused alone so often is the reason itself. */
    private static final int MOST_REFUSALS = 3;

    private static final long WAIT_FOR_LOCK = Duration.ofMillis(20).toNanos();

    private final Plan plan;
    private final Desk desk;
    private final Vigil vigil;
    private final Cycle cycle;
    private final Cursor cursor = new Cursor();
    private final Counts counts;
    private final Tally tally;
    private final LongSupplier ticker;
    private final Pace pace;
    private final Reception reception;
    private final House house;
    private final Pause errors = new Pause(Duration.ofMillis(50), Duration.ofSeconds(5));
    private boolean singly;
    private boolean fails;

    CycleLoop(Plan plan, Desk desk, Cycle cycle, Counts counts, Tally tally, LongSupplier ticker, House house) {
        this.plan = plan;
        this.desk = desk;
        this.vigil = desk.vigil();
        this.cycle = cycle;
        this.counts = counts;
        this.tally = tally;
        this.ticker = ticker;
        this.house = house;
        this.reception = desk.reception();
        this.pace = new Pace(
                plan.shortestPause(),
                plan.longestPause(),
                () -> ThreadLocalRandom.current().nextLong());
    }

    @Override
    public void run() {
        try {
            for (Turn turn = desk.awaitTurn(); turn != null; turn = desk.awaitTurn()) {
                take(turn);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writeLastCounts();
    }

    private void take(Turn turn) {
        List<Held> results =
                singly && !turn.results().isEmpty() ? turn.results().subList(0, 1) : turn.results();
        try {
            long now = ticker.getAsLong();
            Cursor.Start start = turn.room() > 0 ? start(turn, now) : null;
            Cycle.Result result = cycle.run(results, start, turn.room(), counts.due(now));
            handOver(result);
            works();
            cursor.ready(result.ready());
            if (start != null) {
                claimed(start, turn.room(), result);
            }
            settled(result);
            if (start == null && !result.ready().isEmpty()) {
                desk.claimIn(0);
            }
        } catch (RuntimeException e) {
            refused(results, e);
        }
        // A worker that is idle from now on has no other reason to write.
        counts.untilDue(ticker.getAsLong()).ifPresent(desk::figuresIn);
    }

    private Cursor.Start start(Turn turn, long now) {
        return turn.heard().isEmpty() ? cursor.next(now) : Cursor.Start.of(turn.heard());
    }

    /**
     * The jobs begin, before anything is noted down about the claim. Nobody misses that meanwhile: turns are taken by this thread alone, and whoever asks for a
     * seat gets the answer that was right while the claim was under way.
     */
    private void handOver(Cycle.Result result) {
        tally.claimed.add(result.claim().taken().size());
        List<Held> settled = new ArrayList<>(result.verdicts().written());
        settled.addAll(result.verdicts().lost());
        desk.cycled(settled, result.claim().taken(), result.sentAt());
    }

    private void claimed(Cursor.Start start, int room, Cycle.Result result) {
        Claiming.Claim claim = result.claim();
        cursor.took(start, claim.passed(), room, result.claimNanos());
        cursor.ready(claim.left());
        tally.dead.add(claim.buried().size());
        counts.add(Ending.DEAD, claim.buried().size());
        int passed = claim.isIdle() ? 0 : claim.passed().size();
        long again = claim.againMicros() * 1_000;
        if (passed == 0 && !start.isWhole()) {
            // It did not look at every lane: nothing found there does not say that there is nothing.
            desk.claimIn(again);
            return;
        }
        reception.claimed(passed < room);
        Extent extent = start.isOfPoints() ? Extent.HEARD : Extent.ALL;
        boolean more = house.claimed(plan.number(), passed, extent, result.sentAt());
        boolean all = passed > 0 && passed < room && claim.left().isEmpty() && !more;
        if (again > 0) {
            desk.claimIn(again);
        } else if (all && start.isOfPoints()) {
            desk.claimShortlyAsWell(pace.shortly());
        } else if (all && start.isWhole()) {
            desk.claimShortly(pace.shortly());
        } else {
            desk.claimIn(pace.nanos(passed));
        }
    }

    private void settled(Cycle.Result result) {
        Settling.Verdicts verdicts = result.verdicts();
        int done = 0;
        int dead = 0;
        Map<String, Long> answers = new HashMap<>();
        for (Held held : verdicts.written()) {
            Ruling ruling = Settling.ruling(held);
            tally.written(ruling);
            done += ruling.kind() == Ruling.Kind.DONE ? 1 : 0;
            dead += ruling.kind() == Ruling.Kind.DEAD ? 1 : 0;
            if (ruling.isAnswer()) {
                answers.merge(held.job.kind(), 1L, Long::sum);
            }
            if (ruling.kind() == Ruling.Kind.LATER) {
                house.delayed(ruling.delay());
            }
        }
        counts.add(Ending.DONE, done);
        counts.add(Ending.DEAD, dead);
        counts.answered(answers);
        verdicts.lost().forEach(this::lost);
        if (!verdicts.kept().isEmpty()) {
            desk.writeIn(WAIT_FOR_LOCK);
            letGoOfOverdue(verdicts.kept(), "another transaction had the row locked until the lease ended");
        }
    }

    private void lost(Held held) {
        tally.lost.increment();
        log.info(
                "{} result not written, the lease was lost job={} token={}",
                plan.name(),
                held.job.id(),
                held.job.token());
    }

    private void works() {
        singly = false;
        errors.reset();
        if (fails) {
            fails = false;
            log.info("{} works again", plan.name());
        }
    }

    /** Results stay where they are, to be written again for as long as their leases stand. */
    private void refused(List<Held> results, RuntimeException e) {
        boolean ofTheMoment = e instanceof StoreException store
                && (store.failure().retryable()
                        || store.failure() == Failure.READ_ONLY
                        || store.failure() == Failure.COMMIT_UNKNOWN);
        if (!(e instanceof RowlockException)) {
            log.error("{} cycle failed", plan.name(), e);
        } else if (!fails) {
            log.info("{} cycle fails, trying on reason=\"{}\"", plan.name(), e.getMessage());
        }
        fails = true;
        long wait = errors.next();
        desk.claimIn(wait);
        desk.writeIn(wait);
        letGoOfOverdue(results, "the server took no result before the lease ended: " + e.getMessage());
        if (!ofTheMoment && results.size() > 1) {
            singly = true;
        } else if (!ofTheMoment && !results.isEmpty()) {
            refusedAlone(results.get(0), e);
        }
    }

    private void refusedAlone(Held held, RuntimeException e) {
        singly = true;
        if (++held.refusals >= MOST_REFUSALS && vigil.lose(held)) {
            tally.lost.increment();
            log.warn("{} the server refuses a result job={} reason=\"{}\"", plan.name(), held.job.id(), e.getMessage());
        }
    }

    private void letGoOfOverdue(List<Held> results, String why) {
        long now = ticker.getAsLong();
        for (Held held : results) {
            if (now - held.deadline >= 0 && vigil.lose(held)) {
                tally.lost.increment();
                log.info("{} result not written job={} reason=\"{}\"", plan.name(), held.job.id(), why);
            }
        }
    }

    private void writeLastCounts() {
        Figures last = counts.all();
        if (!last.isEmpty()) {
            try {
                cycle.run(List.of(), null, 0, last);
            } catch (RuntimeException e) {
                log.info("{} last counts not written reason=\"{}\"", plan.name(), e.getMessage());
            }
        }
    }
}
