package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker without threads: each of its transactions when a test wants it, and nothing in between. What {@link CycleLoop} remembers from one cycle to the next
 * it remembers, too: jobs it holds, results that are still to be written, and figures. Used by one thread.
 */
public final class WorkerByHand {
    private final Cycle cycle;
    private final Settling settling;
    private final Counts counts = new Counts(System.nanoTime());
    private final Duration lease;
    private final Map<JobId, Held> held = new LinkedHashMap<>();
    private final List<Held> results = new ArrayList<>();
    private Cursor cursor = new Cursor();
    private int lost;

    public WorkerByHand(int queue, Transactions transactions, History history, Duration lease) {
        this.lease = lease;
        Duration pause = Duration.ofMillis(10);
        Plan plan = new Plan("by hand", queue, 1, 100, lease, pause, pause, Duration.ofSeconds(1), history);
        settling = new Settling(queue, history);
        cycle = new Cycle(plan, transactions, settling, counts, System::nanoTime);
    }

    /** Writes what is to be written and claims from the start of all lanes, in one transaction. What it claimed. */
    public List<JobId> claim(int limit) {
        cursor = new Cursor();
        return cycle(cursor.next(System.nanoTime()), limit);
    }

    /** The same from where the last claim got to. */
    public List<JobId> claimOn(int limit) {
        return cycle(cursor.next(System.nanoTime()), limit);
    }

    /** Writes what is to be written. */
    public void write() {
        cycle(null, 0);
    }

    private List<JobId> cycle(Cursor.@Nullable Start start, int limit) {
        Cycle.Result result = cycle.run(List.copyOf(results), start, limit, counts.all());
        settled(result.verdicts());
        cursor.ready(result.ready());
        if (start != null) {
            cursor.took(start, result.claim().passed(), limit, result.claimNanos());
            cursor.ready(result.claim().left());
        }
        counts.add(Ending.DEAD, result.claim().buried().size());
        List<JobId> claimed = new ArrayList<>();
        for (LeasedJob job : result.claim().taken()) {
            held.put(job.id(), new Held(job, result.sentAt() + lease.toNanos()));
            claimed.add(job.id());
        }
        return claimed;
    }

    private void settled(Settling.Verdicts verdicts) {
        results.removeAll(verdicts.written());
        results.removeAll(verdicts.lost());
        lost += verdicts.lost().size();
        for (Held one : verdicts.written()) {
            if (Settling.ruling(one).isAnswer()) {
                counts.answered(Map.of(one.job.kind(), 1L));
            }
            switch (Settling.ruling(one).kind()) {
                case DONE -> counts.add(Ending.DONE, 1);
                case DEAD -> counts.add(Ending.DEAD, 1);
                default -> {}
            }
        }
    }

    public void done(JobId id) {
        rule(id, Ruling.done(null));
    }

    public void done(JobId id, String result) {
        rule(id, Ruling.done(result.getBytes(StandardCharsets.UTF_8)));
    }

    public void failed(JobId id, Duration pause) {
        rule(id, Ruling.retried(pause, new Ruling.Failed("failed by hand", null)));
    }

    public void snoozed(JobId id, Duration pause) {
        rule(id, Ruling.snoozed(pause));
    }

    public void givenUp(JobId id) {
        rule(id, Ruling.dead(new Ruling.Failed("given up by hand", null)));
    }

    public void released(JobId id) {
        rule(id, Ruling.RELEASED);
    }

    private void rule(JobId id, Ruling ruling) {
        Held one = take(id);
        one.ruling = ruling;
        results.add(one);
    }

    /** What its handler tells, to be written with its result. */
    public void tells(JobId id, String line) {
        Report report = Objects.requireNonNull(held.get(id)).report();
        report.progress(1, 2, "half");
        report.log(Duration.ZERO, line);
    }

    /** In somebody's transaction; false when the lease was lost. */
    public boolean completeOn(Connection connection, JobId id) throws SQLException {
        LeasedJob job = Objects.requireNonNull(held.get(id)).job;
        Held one = new Held(job, 0);
        one.ruling = Ruling.done(null);
        return settling.complete(connection, one);
    }

    /** That transaction is committed, so there is nothing left to write. */
    public void settled(JobId id) {
        counts.answered(Map.of(take(id).job.kind(), 1L));
        counts.add(Ending.DONE, 1);
    }

    private Held take(JobId id) {
        return Objects.requireNonNull(held.remove(id), "not held");
    }

    public List<JobId> held() {
        return List.copyOf(held.keySet());
    }

    public String payload(JobId id) {
        return new String(Objects.requireNonNull(held.get(id)).job.payload(), StandardCharsets.UTF_8);
    }

    /** Attempts that had failed before this one. */
    public int attempts(JobId id) {
        return Objects.requireNonNull(held.get(id)).job.attempts();
    }

    /** Results that are still to be written. */
    public int unwritten() {
        return results.size();
    }

    /** Results that were refused since the lease was lost. */
    public int lost() {
        return lost;
    }
}
