package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.Rate;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A claim of jobs that a worker was told of: these rows by key, under the rules of every other claim. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class HeardClaimTest {
    private static Place normal(JobId id) {
        return new Place(Priority.NORMAL.lane(), id);
    }

    private static List<JobId> ids(List<Held> held) {
        return held.stream().map(one -> one.job.id()).toList();
    }

    @Test
    void itTakesWhatItNamesAndLeavesWhatIsOlder(TestDatabase database) {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(5);
        Steps steps = new Steps(mails, mails.transactions());
        assertThat(ids(steps.claimOf(List.of(normal(ids.get(3))), 100))).containsExactly(ids.get(3));
        assertThat(ids(steps.claimOf(List.of(normal(ids.get(4)), normal(ids.get(3)), normal(ids.get(1))), 100)))
                .containsExactly(ids.get(1), ids.get(4));
        assertThat(ids(steps.claim(100))).containsExactly(ids.get(0), ids.get(2));
    }

    @Test
    void ofThoseItNamesTheMostUrgentComesFirst(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId low = mails.enqueue(NewJob.builder(Mails.KIND, "low").priority(Priority.LOW));
        JobId urgent = mails.enqueue(NewJob.builder(Mails.KIND, "urgent").priority(Priority.URGENT));
        Steps steps = new Steps(mails, mails.transactions());
        List<Place> both = List.of(new Place(Priority.LOW.lane(), low), new Place(Priority.URGENT.lane(), urgent));
        assertThat(ids(steps.claimOf(both, 1))).containsExactly(urgent);
        assertThat(ids(steps.claimOf(both, 1))).containsExactly(low);
    }

    @Test
    void aPausedQueueGivesNothing(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(1).get(0);
        mails.queue().pause();
        Steps steps = new Steps(mails, mails.transactions());
        assertThat(steps.claimOf(List.of(normal(id)), 100)).isEmpty();
        mails.queue().resume();
        assertThat(steps.claimOf(List.of(normal(id)), 100)).hasSize(1);
    }

    /** Somebody else was faster: its holder must not find the row locked when it writes the result. */
    @Test
    void itKeepsNoLockOnARowUnderALeaseAndWaitsForNone(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(2);
        Steps holder = new Steps(mails, mails.transactions());
        assertThat(holder.claim(1)).hasSize(1);
        try (Connection claimer = database.connect();
                Connection other = database.connect();
                Statement lock = other.createStatement()) {
            for (Connection one : List.of(claimer, other)) {
                one.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                one.setAutoCommit(false);
            }
            Claiming claiming = new Claiming(1, 30_000_000, holder.settling);
            assertThat(claiming.claim(claimer, List.of(), List.of(normal(ids.get(0))), 100)
                            .taken())
                    .isEmpty();
            assertThat(database.locks(claimer).count()).isZero();
            lock.execute("SELECT 1 FROM rowlock_job WHERE lease_until = '1970-01-01' FOR UPDATE");
            assertThat(claiming.claim(claimer, List.of(), List.of(normal(ids.get(1))), 100)
                            .taken())
                    .isEmpty();
            claimer.rollback();
            other.rollback();
        }
    }

    @Test
    void aKindInQuarantineIsPutAside(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId poison = mails.enqueue(NewJob.builder(JobKind.text("poison"), "p"));
        JobId mail = mails.enqueue(1).get(0);
        database.execute(
                "INSERT INTO rowlock_quarantine (kind, since, losses, reason) VALUES ('poison', UTC_TIMESTAMP(6), 3, 'kills')");
        Steps steps = new Steps(mails, mails.transactions());
        assertThat(ids(steps.claimOf(List.of(normal(poison), normal(mail)), 100)))
                .containsExactly(mail);
        assertThat(mails.status(poison).state()).isEqualTo(JobState.QUARANTINED);
    }

    @Test
    void theQueuesRateHolds(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().limitRate(new Rate(2, Duration.ofHours(1)));
        List<Place> heard =
                mails.enqueue(5).stream().map(HeardClaimTest::normal).toList();
        Steps steps = new Steps(mails, mails.transactions());
        assertThat(steps.claimOf(heard, 100)).hasSize(2);
        assertThat(steps.claimOf(heard, 100)).isEmpty();
    }

    @Test
    void aKindsLimitHolds(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.queue().limitKind("mail", KeyLimits.none().withConcurrent(1));
        List<JobId> ids = mails.enqueue(3);
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = new ArrayList<>(
                steps.claimOf(ids.stream().map(HeardClaimTest::normal).toList(), 100));
        held.addAll(steps.claim(100));
        assertThat(held).hasSize(1);
        assertThat(steps.claim(100)).isEmpty();
    }
}
