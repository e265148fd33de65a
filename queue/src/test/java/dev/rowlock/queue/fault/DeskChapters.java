package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.CancelOutcome;
import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterProgress;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobQuery;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.JobStatus;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.internal.work.WorkerByHand;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What people and programs do to a queue from outside. */
final class DeskChapters {
    private static final Duration HOUR = Duration.ofHours(1);

    private DeskChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("stop and go", DeskChapters::stopAndGo),
                new Chapter("looking", DeskChapters::looking),
                new Chapter("jobs are taken back", DeskChapters::cancel),
                new Chapter("dead letters one by one", DeskChapters::deadLetters),
                new Chapter("dead letters by the run", DeskChapters::deadLetterRuns),
                new Chapter("a kind is put aside by hand", DeskChapters::quarantine));
    }

    private static int run(Runnable operation) {
        operation.run();
        return 1;
    }

    private static void stopAndGo(Life life) {
        life.enqueued(life.job("1"));
        WorkerByHand worker = life.worker();
        life.begin();
        life.answered(() -> run(life.queue()::pause));
        assertThat(life.answered(life.queue()::isPaused)).isTrue();
        WorkChapters.claimed(life, worker, 0);
        life.answered(() -> run(life.queue()::resume));
        WorkChapters.claimed(life, worker, 1).forEach(worker::done);
        WorkChapters.write(life, worker);
    }

    private static WorkerByHand other(Life life) {
        return new WorkerByHand(
                life.book().queue(), Transactions.of(life.world().sound().dataSource()), History.KEPT, Life.LEASE);
    }

    private static void looking(Life life) {
        JobId id = life.enqueued(life.job("1")).get(0);
        life.begin();
        for (JobState state : JobState.values()) {
            life.answered(() -> life.queue().list(JobQuery.of(state)));
        }
        assertThat(life.answered(() -> life.queues().status(id)).map(JobStatus::state))
                .contains(JobState.READY);
        assertThat(life.answered(() -> life.queues().details(id))).isPresent();
        assertThat(life.answered(() -> life.queues().finished(id))).isEmpty();
        assertThat(life.answered(() -> life.queues().failures(id))).isEmpty();
        assertThat(life.answered(() -> life.queues().log(id))).isEmpty();
        assertThat(life.answered(() -> life.queues().find(life.name()))).isPresent();
        assertThat(life.answered(life.queues()::counts)).containsKey(life.name());
        assertThat(life.answered(life.queue()::endings)).isEmpty();
    }

    private static void cancel(Life life) {
        List<JobId> jobs = life.enqueued(
                life.job("ready"),
                life.job("delayed").delay(HOUR).uniqueWhile("once", UniqueWhile.PENDING),
                life.job("first").orderingKey("a"));
        assertThat(other(life).claim(10)).hasSize(2); // one runs in the line
        JobId blocked = life.enqueued(life.job("second").orderingKey("a")).get(0);
        life.begin();
        for (JobId job : jobs) {
            cancelled(life, job);
        }
        cancelled(life, blocked);
    }

    private static void cancelled(Life life, JobId job) {
        CancelOutcome outcome = life.answered(() -> life.queues().cancel(job));
        if (outcome instanceof CancelOutcome.Busy) {
            outcome = life.answered(() -> life.queues().cancel(job)); // as it says
        }
        assertThat(outcome).isInstanceOf(CancelOutcome.Cancelled.class);
        life.book().expect(job, Book.Fate.CANCELLED);
        assertThat(life.answered(() -> life.queues().cancel(job))).isInstanceOf(CancelOutcome.NotThere.class);
    }

    private static List<JobId> dead(Life life, int jobs) {
        for (int n = 0; n < jobs; n++) {
            life.enqueued(life.job("dead " + n));
        }
        WorkerByHand worker = other(life);
        List<JobId> claimed = worker.claim(100);
        assertThat(claimed).hasSize(jobs);
        for (JobId job : claimed) {
            worker.givenUp(job);
            life.book().expect(job, Book.Fate.DEAD);
        }
        worker.write();
        worker.write();
        return claimed;
    }

    private static void deadLetters(Life life) {
        List<JobId> dead = dead(life, 3);
        life.begin();
        assertThat(life.answered(() -> life.queue().deadLetters().list(Optional.empty(), 10)))
                .hasSize(3);
        assertThat(life.answered(() -> life.queue().deadLetters().redrive(dead.get(0))))
                .isTrue();
        life.book().expect(dead.get(0), Book.Fate.DONE);
        assertThat(life.answered(() -> life.queues().deadLetters().discard(dead.get(1))))
                .isTrue();
        life.book().expect(dead.get(1), Book.Fate.DISCARDED);
    }

    private static void deadLetterRuns(Life life) {
        List<JobId> dead = dead(life, 2);
        DeadLetterFilter mine = DeadLetterFilter.all()
                .ofKind(life.kind().name())
                .withReason("given up")
                .diedFrom(Instant.parse("2020-01-01T00:00:00Z"));
        life.begin();
        DeadLetterProgress redriven =
                life.answered(() -> life.queue().deadLetters().redriving(mine).run());
        assertThat(redriven.moved()).isEqualTo(2);
        assertThat(life.answered(() ->
                                life.queues().deadLetters().discarding(mine).run())
                        .moved())
                .isZero();
        dead.forEach(job -> life.book().expect(job, Book.Fate.DONE));
    }

    private static void quarantine(Life life) {
        life.enqueued(life.job("1"), life.job("2").orderingKey("a"));
        WorkerByHand worker = life.worker();
        String kind = life.kind().name();
        life.begin();
        life.answered(() -> run(() -> life.queues().quarantine(kind, "by hand")));
        WorkChapters.claimed(life, worker, 0);
        life.answered(() -> life.queues().release(kind));
        life.book().timePasses();
        life.repeated(life.house()::promote);
        WorkChapters.claimed(life, worker, 2).forEach(worker::done);
        WorkChapters.write(life, worker);
    }
}
