package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.RowLocks;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a claim locks: what it takes, and nothing else (A4, facts 1.1, 1.2). */
@EachServer
final class ClaimLocksTest {
    private static final List<Cursor.Lane> ALL = IntStream.range(0, 4)
            .mapToObj(lane -> new Cursor.Lane(lane, new JobId(new UUID(0, 0))))
            .toList();

    @Test
    void aClaimLocksWhatItTakes(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        for (int size : new int[] {5, 700, 3_000}) {
            database.execute("DELETE FROM rowlock_job");
            mails.enqueue(size);
            Steps others = new Steps(mails, mails.transactions());
            List<Held> leased = others.claim(size / 4);
            try (Connection online = database.connect();
                    Connection claimer = database.connect();
                    Statement statement = online.createStatement()) {
                online.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                online.setAutoCommit(false);
                claimer.setTransactionIsolation(Isolation.READ_COMMITTED.jdbcLevel());
                claimer.setAutoCommit(false);
                statement.execute(
                        "SELECT 1 FROM rowlock_job FORCE INDEX (PRIMARY) WHERE queue_id = 1 AND priority = 2 AND lease_until = '1970-01-01' "
                                + "ORDER BY id LIMIT " + size / 4 + " FOR UPDATE");
                int free = size - 2 * (size / 4);
                int limit = Math.min(100, free);
                Claiming claiming = new Claiming(1, 30_000_000, others.settling);
                Claiming.Claim claim = claiming.claim(claimer, ALL, limit);
                // MariaDB looks first: what it saw may be locked (and is counted), and the next claim goes on behind
                // it.
                int looks = 1;
                while (claim.taken().isEmpty()) {
                    looks++;
                    assertThat(database.isMariaDb()).isTrue();
                    claim = claiming.claim(claimer, behind(claim.passed()), limit);
                }
                int taken = claim.taken().size();
                assertThat(taken).isBetween(database.isMariaDb() ? 1 : limit, limit);
                RowLocks locks = database.locks(claimer);
                assertThat(locks.count())
                        .as("%s rows: %s", size, locks.perMode())
                        .isBetween((long) taken, (long) looks * limit);
                assertThat(locks.perIndex().keySet()).isSubsetOf("PRIMARY");
                claimer.rollback();
                online.rollback();
            }
            assertThat(leased).hasSize(size / 4);
        }
    }

    @Test
    void twoClaimersDoNotWaitForEachOtherAndAnEnqueueDoesNotWaitForAClaim(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        List<JobId> ids = mails.enqueue(10);
        Steps steps = new Steps(mails, mails.transactions());
        Claiming claiming = new Claiming(1, 30_000_000, steps.settling);
        try (Connection one = database.connect();
                Connection two = database.connect();
                Connection caller = database.connect()) {
            for (Connection connection : List.of(one, two)) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                connection.setAutoCommit(false);
            }
            caller.setAutoCommit(false);
            List<JobId> first = ids(claiming.claim(one, ALL, 4));
            List<JobId> rest = ids(claiming.claim(two, ALL, 100));
            assertThat(first).isEqualTo(ids.subList(0, 4));
            assertThat(rest).isEqualTo(ids.subList(4, 10));
            // The second claim ran to the end of the lane; a new job goes in behind it all the same (facts 1.3).
            mails.queue().enqueue(caller, NewJob.of(Mails.KIND, "new"));
            caller.commit();
            one.rollback();
            two.rollback();
        }
    }

    /** Facts 3.4: a list of a good part of a small table must not become a scan, which would wait for everybody's rows. */
    @Test
    void noWriteWaitsForRowsItDoesNotName(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.enqueue(1_000);
        Steps steps = new Steps(mails, mails.transactions());
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            other.setAutoCommit(false);
            statement.execute(
                    "SELECT 1 FROM rowlock_job WHERE queue_id = 1 AND priority = 2 ORDER BY id LIMIT 100 FOR UPDATE");
            List<Held> held = steps.claim(400);
            assertThat(held).hasSizeGreaterThanOrEqualTo(300);
            assertThat(steps.cycle(Steps.done(held), 300).verdicts().written()).hasSize(held.size());
            List<Held> rest = steps.claim(500);
            assertThat(rest).hasSizeGreaterThanOrEqualTo(200);
            List<Held> released = Steps.ruled(rest.subList(0, 100), Ruling.RELEASED);
            assertThat(steps.cycle(released, 0).verdicts().written()).hasSize(100);
            List<Held> later = Steps.ruled(rest.subList(100, 200), Ruling.snoozed(Duration.ofHours(1)));
            assertThat(steps.cycle(later, 0).verdicts().written()).hasSize(100);
            other.rollback();
        }
    }

    private static List<Cursor.Lane> behind(List<LeasedJob> passed) {
        LeasedJob last = passed.get(passed.size() - 1);
        return List.of(new Cursor.Lane(last.priority(), last.id()));
    }

    private static List<JobId> ids(Claiming.Claim claim) {
        return claim.taken().stream().map(LeasedJob::id).toList();
    }
}
