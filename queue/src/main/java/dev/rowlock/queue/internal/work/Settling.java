package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.quarantine.Losses;
import dev.rowlock.queue.internal.quarantine.Lost;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes results, in a transaction that is open, each with a verdict of its own (A7). Holds no state. */
final class Settling {
    /**
     * What became of results.
     *
     * @param written their rows are settled once the transaction commits
     * @param lost the lease had ended or was somebody else's: nothing was written
     * @param kept somebody has the row locked: to be tried again
     */
    record Verdicts(List<Held> written, List<Held> lost, List<Held> kept) {}

    /** A batch was written at once and turned out to hold a lost lease; the transaction has to be rolled back. */
    static final class NotAllStood extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotAllStood() {
            super("a lease was lost", null, false, false);
        }
    }

    private final int queue;
    private final History history;
    private final Tied tied;

    Settling(int queue, History history) {
        this.queue = queue;
        this.history = history;
        this.tied = new Tied(queue);
    }

    /** Writes them in as few statements as they need; throws {@link NotAllStood} when that was too few. */
    Verdicts quickly(Connection connection, List<Held> results) throws SQLException {
        List<Held> plain = results.stream().filter(Settling::isPlain).toList();
        List<Held> others = results.stream().filter(held -> !isPlain(held)).toList();
        for (List<LeasedJob> part : Groups.statements(jobs(plain))) {
            if (lockAndRecord(connection, part) != part.size()) {
                throw new NotAllStood();
            }
        }
        answered(connection, plain);
        remove(connection, jobs(plain));
        Verdicts rest = exactly(connection, others);
        List<Held> written = new ArrayList<>(plain);
        written.addAll(rest.written());
        return new Verdicts(written, rest.lost(), rest.kept());
    }

    private int lockAndRecord(Connection connection, List<LeasedJob> part) throws SQLException {
        if (history == History.COUNTED) {
            return ids(connection, CycleStatements.JOB_LOCK_HELD, part).size();
        }
        Groups groups = Groups.of(part);
        Call call = new Call(connection, groups.held(CycleStatements.JOB_RECORD_HELD))
                .with(Ending.DONE.code())
                .with(queue);
        return groups.bindHeld(call).update();
    }

    /** Completes one job in a transaction that is not ours; false when its lease was lost. */
    boolean complete(Connection connection, Held done) throws SQLException {
        Groups groups = Groups.of(List.of(done.job));
        Call call = new Call(connection, groups.held(CycleStatements.JOB_DONE)).with(queue);
        if (groups.bindHeld(call).update() == 0) {
            return false;
        }
        record(connection, List.of(done));
        answered(connection, List.of(done));
        tied.releaseOne(connection, done.job);
        return true;
    }

    /** Locks first what stands, passing over what others have locked, and writes that. */
    Verdicts exactly(Connection connection, List<Held> results) throws SQLException {
        if (results.isEmpty()) {
            return new Verdicts(List.of(), List.of(), List.of());
        }
        Set<JobId> locked = ids(connection, CycleStatements.JOB_LOCK_HELD, jobs(results));
        List<Held> standing =
                results.stream().filter(held -> locked.contains(held.job.id())).toList();
        List<Held> missing =
                results.stream().filter(held -> !locked.contains(held.job.id())).toList();
        Set<JobId> elsewhere =
                missing.isEmpty() ? Set.of() : ids(connection, CycleStatements.JOB_STANDING, jobs(missing));
        List<Held> lost = missing.stream()
                .filter(held -> !elsewhere.contains(held.job.id()))
                .toList();
        write(connection, standing);
        excuse(connection, jobs(lost));
        return new Verdicts(
                standing,
                lost,
                missing.stream()
                        .filter(held -> elsewhere.contains(held.job.id()))
                        .toList());
    }

    /** Which of the jobs are still under the lease they were claimed with. */
    Set<JobId> standing(Connection connection, List<LeasedJob> jobs) throws SQLException {
        return ids(connection, CycleStatements.JOB_STANDING, jobs);
    }

    private Set<JobId> ids(Connection connection, String statement, List<LeasedJob> jobs) throws SQLException {
        Set<JobId> found = new HashSet<>();
        for (List<LeasedJob> part : Groups.statements(jobs)) {
            Groups groups = Groups.of(part);
            Call call = new Call(connection, groups.held(statement)).with(queue);
            found.addAll(groups.bindHeld(call).query(row -> JobId.of(row.getBytes(1))));
        }
        return found;
    }

    /** Says that the holder of these leases, which have ended, is alive: they were not lost because it died. */
    void excuse(Connection connection, List<LeasedJob> jobs) throws SQLException {
        Losses.excuse(
                connection,
                jobs.stream()
                        .map(job -> new Lost(job.id(), job.token(), job.kind(), Lost.Again.FIRST, 0))
                        .toList());
    }

    /** Says that jobs which may have been lost before have an answer now. One that was ever lost has an attempt counted. */
    private static void answered(Connection connection, List<Held> results) throws SQLException {
        Losses.answered(
                connection,
                results.stream()
                        .filter(held -> held.job.attempts() > 0 && ruling(held).isAnswer())
                        .map(held -> held.job.id())
                        .toList());
    }

    private void write(Connection connection, List<Held> standing) throws SQLException {
        answered(connection, standing);
        List<LeasedJob> removed = new ArrayList<>();
        List<LeasedJob> released = new ArrayList<>();
        for (Held held : standing) {
            Ruling ruling = ruling(held);
            switch (ruling.kind()) {
                case DONE -> removed.add(held.job);
                case RELEASED -> released.add(held.job);
                case LATER -> {
                    delay(connection, held.job, ruling);
                    removed.add(held.job);
                }
                case DEAD -> {
                    bury(connection, held.job, Objects.requireNonNull(ruling.failure()));
                    removed.add(held.job);
                }
            }
        }
        record(connection, standing.stream().filter(Settling::isDone).toList());
        for (List<LeasedJob> part : Groups.statements(released)) {
            Groups groups = Groups.of(part);
            groups.bindHeld(new Call(connection, groups.held(CycleStatements.JOB_RELEASE)).with(queue))
                    .update();
        }
        remove(connection, removed);
    }

    /** Removes rows that are locked. */
    void remove(Connection connection, List<LeasedJob> jobs) throws SQLException {
        for (List<LeasedJob> part : Groups.statements(jobs)) {
            Groups groups = Groups.of(part);
            Call call = new Call(connection, groups.rows(CycleStatements.JOB_REMOVE)).with(queue);
            groups.bindRows(call).update();
        }
    }

    private void delay(Connection connection, LeasedJob job, Ruling ruling) throws SQLException {
        fail(connection, job, ruling.failure());
        place(
                        new Call(connection, CycleStatements.JOB_DELAY)
                                .with(ruling.delay().toNanos() / 1_000)
                                .with(ruling.failure() == null ? 0 : 1),
                        job)
                .update();
    }

    /** Gives a locked job up, and keeps it with its reason. The row is still to be removed. */
    private void bury(Connection connection, LeasedJob job, Ruling.Failed failure) throws SQLException {
        fail(connection, job, failure);
        place(
                        new Call(connection, CycleStatements.JOB_BURY)
                                .with(1)
                                .with(failure.reason())
                                .with(failure.stack()),
                        job)
                .update();
    }

    /** Gives up jobs that a claim has locked and that may not be tried again. */
    void buryLocked(Connection connection, List<LeasedJob> jobs, Ruling.Failed failure) throws SQLException {
        for (LeasedJob job : jobs) {
            bury(connection, job, failure);
        }
        remove(connection, jobs);
    }

    /** Puts off jobs that a claim has locked and that were lost with their worker. */
    void putOffLocked(Connection connection, List<LeasedJob> jobs, Supplier<Duration> pause, Ruling.Failed failure)
            throws SQLException {
        for (LeasedJob job : jobs) {
            delay(connection, job, Ruling.retried(pause.get(), failure));
        }
        remove(connection, jobs);
    }

    /** Writes down an attempt that failed. */
    void fail(Connection connection, LeasedJob job, Ruling.@Nullable Failed failure) throws SQLException {
        if (failure != null) {
            new Call(connection, CycleStatements.FAILURE_INSERT)
                    .with(job.id().bytes())
                    .with(job.token())
                    .with(job.attempts() + 1)
                    .with(failure.reason())
                    .with(failure.stack())
                    .update();
        }
    }

    private Call place(Call call, LeasedJob job) {
        return call.with(queue).with(job.priority()).with(job.id().bytes());
    }

    private void record(Connection connection, List<Held> done) throws SQLException {
        if (history == History.COUNTED) {
            return;
        }
        for (int from = 0; from < done.size(); from += Rows.MOST_NAMES) {
            List<Held> part = done.subList(from, Math.min(done.size(), from + Rows.MOST_NAMES));
            Call call = new Call(
                    connection,
                    CycleStatements.HISTORY_INSERT + Rows.repeated(CycleStatements.HISTORY_ROW, part.size()));
            for (Held held : part) {
                byte[] result = ruling(held).result();
                call.with(held.job.id().bytes())
                        .with(queue)
                        .with(Ending.DONE.code())
                        .with(held.job.attempts())
                        .with(held.job.kind())
                        .with(result == null ? null : java.nio.ByteBuffer.wrap(result));
            }
            call.update();
        }
    }

    /** Done, and with nothing to write that the row does not hold. */
    private static boolean isPlain(Held held) {
        return isDone(held) && ruling(held).result() == null;
    }

    private static boolean isDone(Held held) {
        return ruling(held).kind() == Ruling.Kind.DONE;
    }

    static Ruling ruling(Held held) {
        return Objects.requireNonNull(held.ruling);
    }

    private static List<LeasedJob> jobs(List<Held> rows) {
        return rows.stream().map(held -> held.job).toList();
    }
}
