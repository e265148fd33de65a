package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.work.WorkerByHand;
import java.time.Duration;
import java.util.List;

/** Jobs whose workers die or stall (A6, A7), and kinds that are put aside for it. */
final class LossChapters {
    private static final Duration LATER = Duration.ofHours(1);

    private LossChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("leases that ended", LossChapters::reclaimed),
                new Chapter("leases that ended again", LossChapters::again),
                new Chapter("results that come too late", LossChapters::late),
                new Chapter("answers that speak for a kind", LossChapters::answers),
                new Chapter("a kind that earns its quarantine", LossChapters::quarantine));
    }

    /** Another process claims these and is never heard of again. */
    private static void lose(Life life, int jobs) {
        WorkerByHand other = new WorkerByHand(
                life.book().queue(), Transactions.of(life.world().sound().dataSource()), History.KEPT, Life.LEASE);
        assertThat(other.claim(10)).hasSize(jobs);
        life.book().timePasses();
    }

    private static void reclaimed(Life life) {
        List<JobId> jobs =
                life.enqueued(life.job("1").maxAttempts(1), life.job("2").maxAttempts(2), life.job("3"));
        lose(life, 3);
        WorkerByHand worker = life.worker();
        life.begin();
        List<JobId> claimed = life.answered(() -> worker.claim(10));
        life.book().expect(jobs.get(0), Book.Fate.DEAD);
        assertThat(claimed).containsExactly(jobs.get(1), jobs.get(2));
        assertThat(claimed).allMatch(job -> worker.attempts(job) == 1);
        claimed.forEach(worker::done);
        WorkChapters.write(life, worker);
        WorkChapters.write(life, worker);
    }

    /** The second time they are put off, to run apart. */
    private static void again(Life life) {
        List<JobId> jobs = life.enqueued(life.job("1"), life.job("2").orderingKey("a"));
        lose(life, 2);
        lose(life, 2);
        WorkerByHand worker = life.worker();
        life.begin();
        assertThat(life.answered(() -> worker.claim(10))).isEmpty();
        assertThat(life.sql()
                        .number("SELECT SUM(attempts) FROM rowlock_delayed WHERE queue_id = "
                                + life.book().queue()))
                .as("attempts of %s", jobs)
                .isEqualTo(4);
    }

    private static void late(Life life) {
        life.enqueued(life.job("1"), life.job("2"));
        WorkerByHand worker = life.worker();
        List<JobId> jobs = WorkChapters.claimed(life, worker, 2);
        life.sql()
                .execute("UPDATE rowlock_job SET lease_until = '2020-01-01' WHERE id = UNHEX('" + Book.hex(jobs.get(0))
                        + "')");
        jobs.forEach(worker::done);
        life.begin();
        WorkChapters.write(life, worker);
        WorkChapters.write(life, worker);
        assertThat(worker.lost()).isEqualTo(1);
    }

    /** They go with a cycle that writes nothing else. One too many would speak for a kind that kills, one too few against one that does not. */
    private static void answers(Life life) {
        List<JobId> jobs = life.enqueued(life.job("1"), life.job("2"), life.job("3"));
        life.sql()
                .execute("INSERT INTO rowlock_loss VALUES (UNHEX(REPLACE(UUID(), '-', '')), 1, '"
                        + life.kind().name() + "', UTC_TIMESTAMP(6), 0, 0, 0)");
        WorkerByHand worker = life.worker();
        WorkChapters.claimed(life, worker, 3);
        worker.failed(jobs.get(0), LATER);
        worker.failed(jobs.get(1), LATER);
        WorkChapters.write(life, worker);
        worker.failed(jobs.get(2), LATER);
        life.begin();
        WorkChapters.claimed(life, worker, 0); // two answers go with a result
        WorkChapters.write(life, worker); // and one with nothing
        WorkChapters.write(life, worker);
        assertThat(life.sql()
                        .number("SELECT SUM(answered) FROM rowlock_answer WHERE kind = '"
                                + life.kind().name() + "'"))
                .as("answers counted")
                .isEqualTo(3);
    }

    private static void quarantine(Life life) {
        JobId job = life.enqueued(life.job("1")).get(0);
        life.sql().execute("DELETE FROM rowlock_loss"); // of other kinds, against which it is weighed
        for (int hour = 1; hour <= 3; hour++) {
            life.sql()
                    .execute("INSERT INTO rowlock_loss VALUES (UNHEX(REPLACE(UUID(), '-', '')), " + hour + ", '"
                            + life.kind().name() + "', UTC_TIMESTAMP(6) - INTERVAL " + 10 * hour + " MINUTE, 1, 0, 0)");
        }
        lose(life, 1);
        lose(life, 1);
        WorkerByHand worker = life.worker();
        String kind = life.kind().name();
        life.begin();
        assertThat(life.answered(() -> worker.claim(10))).isEmpty();
        assertThat(life.answered(() -> life.queues().quarantined()))
                .anyMatch(one -> one.kind().equals(kind));
        long freed = life.answered(() -> life.queues().release(kind));
        assertThat(freed).as("jobs of %s that came back", job).isBetween(0L, 1L);
        assertThat(life.answered(() -> life.queues().quarantined()))
                .noneMatch(one -> one.kind().equals(kind));
    }
}
