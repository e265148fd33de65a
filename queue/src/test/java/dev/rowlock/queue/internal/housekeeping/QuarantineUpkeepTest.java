package dev.rowlock.queue.internal.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What housekeeping does about kinds in quarantine. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class QuarantineUpkeepTest {
    private static Mails withTwoPutAside(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queues().quarantine("a", "test");
        mails.queues().quarantine("b", "test");
        mails.enqueue(NewJob.builder(JobKind.text("a"), "1"));
        mails.enqueue(NewJob.builder(JobKind.text("b"), "2"));
        return mails;
    }

    @Test
    void jobsWhoseKindWasReleasedByAProcessThatDiedComeBack(TestDatabase database) {
        Mails mails = withTwoPutAside(database);
        try (Worker worker =
                mails.worker().handle(Mails.KIND, job -> JobOutcome.done()).start()) {
            Awaitility.await().until(() -> database.number("SELECT COUNT(*) FROM rowlock_delayed") == 2);
            assertThat(worker.counts().claimed()).isZero();
        }
        database.execute(
                "DELETE FROM rowlock_quarantine WHERE kind = 'a'",
                "INSERT INTO rowlock_loss VALUES ('x', 1, 'old', UTC_TIMESTAMP(6) - INTERVAL 3 DAY, 0, 0, 0),"
                        + " ('y', 1, 'new', UTC_TIMESTAMP(6), 0, 0, 0)",
                "INSERT INTO rowlock_answer VALUES ('old', 1, 7), ('old', 2, 7), ('new', 1, 7)");
        new QuarantineUpkeep(mails.transactions()).keep();
        assertThat(database.column("SELECT kind FROM rowlock_delayed WHERE due_at < '9999-12-31'"))
                .containsExactly("a");
        assertThat(database.column("SELECT kind FROM rowlock_loss")).containsExactly("new");
        assertThat(database.column("SELECT kind FROM rowlock_answer")).containsExactly("new");
    }

    @Test
    void jobsThatArePutAsideMakeNobodyBusy(TestDatabase database) {
        Mails mails = withTwoPutAside(database);
        try (Worker worker = mails.queue()
                .worker()
                .pauses(Duration.ofSeconds(1), Duration.ofSeconds(1))
                .handle(Mails.KIND, job -> JobOutcome.done())
                .start()) {
            Awaitility.await().until(() -> database.number("SELECT COUNT(*) FROM rowlock_delayed") == 2);
            database.resetCounts();
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> worker.counts().claimed() == 0);
            assertThat(database.statements()).isLessThan(100);
        }
    }
}
