package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.Ending;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holders that died, slept, or lost their lease: nothing of theirs is written, and everybody else's is (A6, A7, facts 4). */
@EachServer
final class StaleHolderTest {
    private static void expire(TestDatabase database) {
        database.execute(
                "UPDATE rowlock_job SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE lease_until > '1970-01-01'");
    }

    @Test
    void aJobOfADeadHolderIsClaimedAgainWithAnAttemptCountedAndAGreaterToken(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(3);
        List<Held> dead = new Steps(mails, mails.transactions()).claim(10);
        assertThat(dead).hasSize(3);
        Steps other = new Steps(mails, mails.transactions());
        assertThat(other.claim(10)).isEmpty();
        expire(database);
        List<Held> again = new Steps(mails, mails.transactions()).claim(10);
        assertThat(again).extracting(held -> held.job.id()).containsExactlyElementsOf(ids);
        assertThat(again).allSatisfy(held -> {
            assertThat(held.job.attempts()).isEqualTo(1);
            assertThat(held.job.token()).isGreaterThan(dead.get(0).job.token());
        });
        assertThat(mails.queues().failures(ids.get(0)))
                .singleElement()
                .satisfies(failure -> assertThat(failure.reason()).contains("is gone"));
    }

    @Test
    void aJobThatKillsItsWorkersIsADeadLetterAtTheLimit(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "poison").maxAttempts(2));
        for (int attempt = 0; attempt < 2; attempt++) {
            List<Held> claimed = new Steps(mails, mails.transactions()).claim(1);
            assertThat(claimed)
                    .singleElement()
                    .extracting(held -> held.job.attempts())
                    .isEqualTo(attempt);
            expire(database);
        }
        assertThat(new Steps(mails, mails.transactions()).claim(1)).isEmpty();
        assertThat(mails.status(id).state()).isEqualTo(JobState.DEAD);
        assertThat(mails.status(id).attempts()).isEqualTo(2);
        assertThat(mails.queues().failures(id)).hasSize(2);
    }

    @Test
    void everyResultHasAVerdictOfItsOwn(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(6);
        Steps holder = new Steps(mails, mails.transactions());
        List<Held> held = new ArrayList<>(holder.claim(6));
        String third = held.get(2).job.id().toString().replace("-", "");
        String fourth = held.get(3).job.id().toString().replace("-", "");
        // The third is somebody else's by now, the lease of the fourth has ended.
        database.execute(
                "UPDATE rowlock_job SET token = token + 1 WHERE id = UNHEX('" + third + "')",
                "UPDATE rowlock_job SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = UNHEX('" + fourth
                        + "')");
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM rowlock_job WHERE queue_id = 1 AND priority = 2 AND id = UNHEX('" + fourth
                    + "') FOR UPDATE");
            Steps.ruled(held, Ruling.retried(Duration.ofHours(1), new Ruling.Failed("no", null)));
            Steps.done(held.subList(0, 5));
            Settling.Verdicts verdicts = holder.cycle(held, 0).verdicts();
            assertThat(verdicts.written()).containsExactly(held.get(0), held.get(1), held.get(4), held.get(5));
            assertThat(verdicts.lost()).containsExactly(held.get(2), held.get(3));
            other.rollback();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isEqualTo(2);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed WHERE attempts = 1"))
                .isEqualTo(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(3);
    }

    @Test
    void aRowThatSomebodyHasLockedIsKeptForLaterAndKeepsNoOthersWaiting(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(3);
        Steps holder = new Steps(mails, mails.transactions());
        List<Held> held = holder.claim(3);
        String second = held.get(1).job.id().toString().replace("-", "");
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM rowlock_job WHERE queue_id = 1 AND priority = 2 AND id = UNHEX('" + second
                    + "') FOR UPDATE");
            Settling.Verdicts verdicts = holder.cycle(
                            Steps.ruled(held, Ruling.retried(Duration.ZERO, new Ruling.Failed("no", "stack"))), 0)
                    .verdicts();
            assertThat(verdicts.written()).containsExactly(held.get(0), held.get(2));
            assertThat(verdicts.kept()).containsExactly(held.get(1));
            other.rollback();
        }
        assertThat(holder.cycle(List.of(held.get(1)), 0).verdicts().written()).hasSize(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed")).isEqualTo(3);
    }

    @Test
    void aBatchOfDoneJobsDoesNotWaitForALockedRowEither(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(3);
        Steps holder = new Steps(mails, mails.transactions());
        List<Held> held = Steps.done(holder.claim(3));
        String second = held.get(1).job.id().toString().replace("-", "");
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM rowlock_job WHERE queue_id = 1 AND priority = 2 AND id = UNHEX('" + second
                    + "') FOR UPDATE");
            Settling.Verdicts verdicts = holder.cycle(held, 0).verdicts();
            assertThat(verdicts.written()).containsExactly(held.get(0), held.get(2));
            assertThat(verdicts.kept()).containsExactly(held.get(1));
            other.rollback();
        }
        assertThat(holder.cycle(List.of(held.get(1)), 0).verdicts().written()).hasSize(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(3);
    }

    @Test
    void whatASleeperWritesAfterHisJobWasDoneElsewhereChangesNothing(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        Steps sleeper = new Steps(mails, mails.transactions());
        List<Held> slept = sleeper.claim(1);
        expire(database);
        Steps other = new Steps(mails, mails.transactions());
        assertThat(other.cycle(Steps.done(other.claim(1)), 0).verdicts().written())
                .hasSize(1);
        for (Ruling ruling : List.of(
                Ruling.done(null),
                Ruling.RELEASED,
                Ruling.dead(new Ruling.Failed("no", null)),
                Ruling.snoozed(Duration.ZERO))) {
            Settling.Verdicts verdicts =
                    sleeper.cycle(Steps.ruled(slept, ruling), 0).verdicts();
            assertThat(verdicts.lost()).isEqualTo(slept);
            assertThat(verdicts.written()).isEmpty();
        }
        assertThat(mails.queues().finished(id))
                .get()
                .extracting(job -> job.ending())
                .isEqualTo(Ending.DONE);
        assertThat(mails.open()).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead")).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(1);
    }
}
