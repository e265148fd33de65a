package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Rate;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.internal.work.WorkerByHand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Jobs with keys for order, limits and uniqueness, from the ticket to the last of the line. */
final class LineChapters {
    private static final Duration HOUR = Duration.ofHours(1);

    private LineChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("an ordered line", LineChapters::ordered),
                new Chapter("a limited line", LineChapters::limited),
                new Chapter("a limited line with a rate", LineChapters::rate),
                new Chapter("limits are set", LineChapters::limits),
                new Chapter("limits of a kind and of a queue", LineChapters::kindAndQueue),
                new Chapter("unique keys are given back", LineChapters::unique),
                new Chapter("jobs come back to their lines", LineChapters::comeBack));
    }

    private static NewJob.Builder ordered(Life life, String payload) {
        return life.job(payload).orderingKey("a");
    }

    private static NewJob.Builder limited(Life life, String payload) {
        return life.job(payload).concurrencyKey("b");
    }

    private static void ordered(Life life) {
        List<JobId> jobs = life.enqueued(ordered(life, "1"), ordered(life, "2"), ordered(life, "3"));
        WorkerByHand worker = life.worker();
        List<JobId> order = new ArrayList<>();
        life.begin();
        for (int turn = 0; turn < 3; turn++) {
            List<JobId> claimed = WorkChapters.claimed(life, worker, 1);
            order.addAll(claimed);
            claimed.forEach(worker::done);
        }
        WorkChapters.write(life, worker);
        assertThat(order).isEqualTo(jobs);
        mayRun(life, ordered(life, "4"));
    }

    private static void limited(Life life) {
        life.sound().limitKeys(KeyLimits.none().withConcurrent(2));
        life.enqueued(limited(life, "1"), limited(life, "2"), limited(life, "3"));
        WorkerByHand worker = life.worker();
        life.begin();
        WorkChapters.claimed(life, worker, 2).forEach(worker::done);
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.write(life, worker);
        mayRun(life, limited(life, "4"));
    }

    /** A further job of the key is let out: no slot was kept. */
    private static void mayRun(Life life, NewJob.Builder job) {
        life.enqueued(job);
        WorkerByHand worker = life.worker();
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.write(life, worker);
        WorkChapters.write(life, worker);
    }

    private static void rate(Life life) {
        life.sound().limitKeys(KeyLimits.none().withRate(new Rate(1, HOUR)));
        life.enqueued(limited(life, "1"), limited(life, "2"));
        WorkerByHand worker = life.worker();
        life.begin();
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.claimed(life, worker, 0);
        life.book().timePasses();
        life.repeated(life.house()::promote);
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.write(life, worker);
    }

    private static void limits(Life life) {
        life.enqueued(limited(life, "1"), limited(life, "2"));
        life.begin();
        life.answered(() -> {
            life.queue().limitKeys(KeyLimits.none().withConcurrent(1));
            return 1;
        });
        WorkerByHand worker = life.worker();
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.write(life, worker);
    }

    private static void kindAndQueue(Life life) {
        life.enqueued(life.job("1"), life.job("2"));
        WorkerByHand worker = life.worker();
        life.begin();
        life.answered(() -> {
            life.queue().limitKind(life.kind().name(), KeyLimits.none().withConcurrent(1));
            life.queue().limitRate(new Rate(1, HOUR));
            return 1;
        });
        assertThat(life.answered(life.queue()::limits).rate()).contains(new Rate(1, HOUR));
        for (int turn = 0; turn < 4; turn++) {
            life.answered(() -> worker.claim(10)).forEach(worker::done);
        }
        WorkChapters.write(life, worker);
        life.answered(() -> {
            life.queue().limitRate(new Rate(2, HOUR));
            life.queue().unlimitRate();
            life.queue().limitKind(life.kind().name(), KeyLimits.none());
            return 1;
        });
    }

    private static void unique(Life life) {
        life.enqueued(
                life.job("1").uniqueWhile("one", UniqueWhile.PENDING),
                life.job("2").uniqueWhile("two", UniqueWhile.PENDING_OR_RUNNING),
                ordered(life, "3").uniqueWhile("three", UniqueWhile.PENDING));
        WorkerByHand worker = life.worker();
        life.begin();
        WorkChapters.claimed(life, worker, 2).forEach(worker::done);
        WorkChapters.claimed(life, worker, 1).forEach(worker::done); // out of its line, and then without its key
        WorkChapters.write(life, worker);
        mayRun(life, life.job("4").uniqueWhile("two", UniqueWhile.PENDING));
    }

    /** Jobs with a time of their own, jobs that failed, and a dead letter, which goes to the end. */
    private static void comeBack(Life life) {
        List<JobId> jobs = life.enqueued(
                ordered(life, "1").delay(HOUR),
                limited(life, "2"),
                limited(life, "3"),
                limited(life, "4").delay(HOUR));
        WorkerByHand worker = life.worker();
        life.begin();
        List<JobId> claimed = WorkChapters.claimed(life, worker, 2);
        assertThat(claimed).containsExactlyInAnyOrder(jobs.get(1), jobs.get(2));
        worker.failed(jobs.get(1), HOUR);
        worker.givenUp(jobs.get(2));
        WorkChapters.write(life, worker);
        assertThat(life.answered(() -> life.queue().deadLetters().redrive(jobs.get(2))))
                .isTrue();
        life.book().timePasses();
        life.repeated(life.house()::promote);
        for (int turn = 0; turn < 3; turn++) {
            life.answered(() -> worker.claim(10)).forEach(worker::done);
        }
        WorkChapters.write(life, worker);
        WorkChapters.write(life, worker);
    }
}
