package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.quarantine.Answers;
import dev.rowlock.queue.internal.quarantine.Losses;
import dev.rowlock.queue.internal.quarantine.Lost;
import dev.rowlock.queue.internal.quarantine.Quarantine;
import dev.rowlock.queue.internal.sql.QuarantineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a claim makes of jobs that a worker may have died of, in the claim's transaction, so that it is decided before any of them runs again. A job that is
 * lost for the second time comes back by chance within a lease: those that were lost with it, but not because of it, then run without it. Holds no state.
 */
final class Suspects {
    /**
     * What is known before a claim takes what it found.
     *
     * @param again jobs that were lost before
     * @param kinds whose jobs are put aside
     */
    record Known(Set<JobId> again, Set<String> kinds) {
        static final Known NOTHING = new Known(Set.of(), Set.of());
    }

    private final int queue;
    private final Duration lease;

    Suspects(int queue, Duration lease) {
        this.queue = queue;
        this.lease = lease;
    }

    /**
     * Notes the losses and judges their kinds.
     *
     * @param abandoned jobs whose lease ended without an answer, under the token of that lease
     * @param anyQuarantined whether there is a kind in quarantine, as the claim saw it
     */
    Known examine(Connection connection, List<LeasedJob> abandoned, Quarantined anyQuarantined) throws SQLException {
        if (abandoned.isEmpty()) {
            return anyQuarantined == Quarantined.NONE
                    ? Known.NOTHING
                    : new Known(Set.of(), Quarantine.kinds(connection));
        }
        Set<JobId> earlier =
                Losses.earlier(connection, abandoned.stream().map(LeasedJob::id).toList());
        Map<String, Long> answers = Answers.of(
                connection, abandoned.stream().map(LeasedJob::kind).distinct().toList());
        List<Lost> lost = abandoned.stream()
                .map(job -> lost(job, earlier, answers.getOrDefault(job.kind(), 0L)))
                .toList();
        Losses.note(connection, lost);
        Set<String> repeated = repeatedKinds(lost);
        boolean some = anyQuarantined == Quarantined.SOME;
        if (!repeated.isEmpty()) {
            some |= Quarantine.judge(connection, repeated, lease);
        }
        return new Known(earlier, some ? Quarantine.kinds(connection) : Set.of());
    }

    /** Whether any kind is in quarantine. */
    enum Quarantined {
        NONE,
        SOME
    }

    private static Lost lost(LeasedJob job, Set<JobId> earlier, long answered) {
        boolean again = earlier.contains(job.id()) || job.attempts() + 1 >= job.maxAttempts();
        return new Lost(job.id(), job.token(), job.kind(), again ? Lost.Again.REPEATED : Lost.Again.FIRST, answered);
    }

    private static Set<String> repeatedKinds(List<Lost> lost) {
        Set<String> kinds = new TreeSet<>();
        lost.stream().filter(one -> one.again() == Lost.Again.REPEATED).forEach(one -> kinds.add(one.kind()));
        return kinds;
    }

    /** How long a job waits that was lost again. */
    Duration apart() {
        return Duration.ofNanos(ThreadLocalRandom.current().nextLong(lease.toNanos()));
    }

    /** Copies locked jobs to where they are put aside; they are to be removed. */
    void park(Connection connection, List<LeasedJob> jobs) throws SQLException {
        for (List<LeasedJob> part : Groups.statements(jobs)) {
            Groups groups = Groups.of(part);
            groups.bindRows(new Call(connection, groups.rows(QuarantineStatements.JOB_PARK)).with(queue))
                    .update();
        }
    }
}
