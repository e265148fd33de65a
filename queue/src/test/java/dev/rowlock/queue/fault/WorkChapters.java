package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.internal.work.WorkerByHand;
import java.time.Duration;
import java.util.List;

/** How jobs are worked on. */
final class WorkChapters {
    private static final Duration HOUR = Duration.ofHours(1);

    private WorkChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("claimed and done", WorkChapters::done),
                new Chapter("done and only counted", WorkChapters::counted),
                new Chapter("failed, snoozed, given up, given back", WorkChapters::otherwise),
                new Chapter("nothing but figures", WorkChapters::figures),
                new Chapter("done in the handler's transaction", WorkChapters::inTheHandlersTransaction));
    }

    static List<JobId> claimed(Life life, WorkerByHand worker, int jobs) {
        List<JobId> claimed = life.answered(() -> worker.claim(10));
        assertThat(claimed).hasSize(jobs);
        return claimed;
    }

    static void write(Life life, WorkerByHand worker) {
        life.answered(() -> {
            worker.write();
            return 1;
        });
        assertThat(worker.unwritten()).as("results that are not written").isZero();
    }

    private static void done(Life life) {
        life.enqueued(life.job("1"), life.job("2"), life.job("3"), life.job("4"));
        WorkerByHand worker = life.worker();
        life.begin();
        List<JobId> jobs = life.answered(() -> worker.claim(3));
        assertThat(jobs).hasSize(3);
        worker.done(jobs.get(0));
        worker.tells(jobs.get(1), "a line");
        worker.done(jobs.get(1), "a result");
        worker.done(jobs.get(2));
        // Writes and claims in one transaction.
        List<JobId> last = life.answered(() -> worker.claimOn(3));
        assertThat(last).hasSize(1);
        worker.done(last.get(0));
        write(life, worker);
        write(life, worker); // the last figures
        assertThat(worker.lost()).isZero();
    }

    private static void counted(Life life) {
        life.book().counted();
        life.enqueued(life.job("1"), life.job("2"));
        WorkerByHand worker = life.worker(History.COUNTED);
        life.begin();
        claimed(life, worker, 2).forEach(worker::done);
        write(life, worker);
        write(life, worker);
        assertThat(worker.lost()).isZero();
    }

    private static void otherwise(Life life) {
        List<JobId> jobs = life.enqueued(life.job("1"), life.job("2"), life.job("3"), life.job("4"), life.job("5"));
        WorkerByHand worker = life.worker();
        life.begin();
        claimed(life, worker, 5);
        worker.failed(jobs.get(0), HOUR);
        worker.snoozed(jobs.get(1), HOUR);
        worker.givenUp(jobs.get(2));
        life.book().expect(jobs.get(2), Book.Fate.DEAD);
        worker.released(jobs.get(3));
        worker.done(jobs.get(4));
        write(life, worker);
        write(life, worker);
        assertThat(worker.lost()).isZero();
        assertThat(life.sql()
                        .number("SELECT COUNT(*) FROM rowlock_failure WHERE job_id = UNHEX('" + Book.hex(jobs.get(0))
                                + "')"))
                .as("attempts of the first job that failed")
                .isEqualTo(1);
    }

    /** A cycle of a worker that has become idle writes what was counted, and nothing else that could tell whether it was committed. */
    private static void figures(Life life) {
        life.enqueued(life.job("1"));
        WorkerByHand worker = life.worker();
        claimed(life, worker, 1).forEach(worker::done);
        write(life, worker);
        life.begin();
        write(life, worker);
    }

    /** Effect and completion together, whatever the handler is told; as after any attempt that failed, the job comes back else. */
    private static void inTheHandlersTransaction(Life life) {
        JobId job = life.enqueued(life.job(Book.EFFECT).uniqueWhile("once", UniqueWhile.PENDING_OR_RUNNING))
                .get(0);
        life.book().expectEffect(job);
        WorkerByHand worker = life.worker();
        claimed(life, worker, 1);
        life.begin();
        boolean standing = life.inOurs("handler", connection -> {
            Book.effect(connection, job);
            return worker.completeOn(connection, job);
        });
        assertThat(standing).isTrue();
        worker.settled(job);
        write(life, worker);
    }
}
