package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.CancelOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.QuarantinedKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Kinds that kill workers are put aside, everything else goes on, and what only looks like it is not taken for it. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class QuarantineTest {
    private static final JobKind<String> POISON = JobKind.text("poison");

    /** A minute later: every lease has ended, and every pause. */
    private static void aMinuteLater(TestDatabase database) {
        database.execute(
                "UPDATE rowlock_loss SET lost_at = lost_at - INTERVAL 1 MINUTE",
                "UPDATE rowlock_job SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE lease_until > '1970-01-01'",
                "INSERT INTO rowlock_job (queue_id, priority, id, token, attempts, max_attempts, kind, headers, payload)"
                        + " SELECT queue_id, priority, id, token, attempts, max_attempts, kind, headers, payload"
                        + " FROM rowlock_delayed WHERE due_at < '9999-12-31'",
                "DELETE FROM rowlock_delayed WHERE due_at < '9999-12-31'");
    }

    private static List<Held> claimAndDie(Mails mails) {
        return new Steps(mails, mails.transactions()).claim(100);
    }

    private static JobId poison(Mails mails) {
        return mails.enqueue(NewJob.builder(POISON, "p"));
    }

    /** Workers that die with it in their hands, until its kind is in quarantine. */
    private static int workersKilled(Mails mails) {
        int killed = 0;
        while (mails.queues().quarantined().isEmpty()) {
            killed += claimAndDie(mails).isEmpty() ? 0 : 1;
            assertThat(killed).isLessThan(20);
            aMinuteLater(mails.database());
        }
        return killed;
    }

    @Test
    void aKindThatKeepsKillingWorkersIsPutAsideAndComesBackWhenReleased(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = poison(mails);
        assertThat(workersKilled(mails)).isEqualTo(4);
        assertThat(mails.queues().quarantined()).singleElement().satisfies(kind -> {
            assertThat(kind.kind()).isEqualTo("poison");
            assertThat(kind.losses()).isEqualTo(3);
            assertThat(kind.reason()).contains("lost again 3 times within PT1H");
        });
        assertThat(mails.status(id).state()).isEqualTo(JobState.QUARANTINED);
        assertThat(mails.status(id).attempts()).as("a reclaim counts").isEqualTo(4);
        assertThat(mails.queues().failures(id)).hasSize(4);

        // It is known to every process, also for jobs that come later, and stands in nobody's way.
        JobId later = poison(mails);
        List<JobId> others = mails.enqueue(3);
        assertThat(claimAndDie(mails)).extracting(held -> held.job.id()).containsExactlyElementsOf(others);
        assertThat(mails.status(later).state()).isEqualTo(JobState.QUARANTINED);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE kind = 'poison'"))
                .isZero();
        assertThat(mails.queues().cancel(later)).isEqualTo(new CancelOutcome.Cancelled(JobState.QUARANTINED));

        assertThat(mails.queues().release("poison")).isEqualTo(1);
        assertThat(mails.queues().quarantined()).isEmpty();
        assertThat(mails.status(id).state()).isEqualTo(JobState.DELAYED);
        aMinuteLater(database);
        assertThat(claimAndDie(mails)).extracting(held -> held.job.id()).contains(id);
        assertThat(mails.queues().release("no such kind")).isZero();
    }

    @Test
    void manyJobsOfOneAttemptThatKillAreSeenAsWell(TestDatabase database) {
        Mails mails = Mails.open(database);
        for (int round = 0; round < 3; round++) {
            mails.enqueue(NewJob.builder(POISON, "p").maxAttempts(1));
            assertThat(claimAndDie(mails)).hasSize(1);
            aMinuteLater(database);
            assertThat(claimAndDie(mails)).isEmpty();
        }
        assertThat(mails.queues().quarantined())
                .extracting(QuarantinedKind::kind)
                .containsExactly("poison");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead")).isEqualTo(3);
    }

    @Test
    void aKindThatOnlyDiesWithItsNeighboursIsNotPutAside(TestDatabase database) {
        Mails mails = Mails.open(database);
        poison(mails);
        List<JobId> innocent = new ArrayList<>();
        while (mails.queues().quarantined().isEmpty()) {
            innocent.addAll(mails.enqueue(2));
            for (int death = 0; death < 3; death++) {
                claimAndDie(mails);
                aMinuteLater(database);
            }
            // What was lost again comes back by chance, and so apart from what it was lost with: sooner or later it is
            // answered.
            Steps other = new Steps(mails, mails.transactions());
            List<Held> answered = other.claim(100).stream()
                    .filter(one -> !one.job.kind().equals("poison"))
                    .toList();
            other.cycle(Steps.done(answered), 0);
            assertThat(innocent).hasSizeLessThan(20);
            aMinuteLater(database);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_loss WHERE kind = 'mail' AND repeated = 1"))
                .as("there was something to tell apart")
                .isPositive();
        assertThat(mails.queues().quarantined())
                .extracting(QuarantinedKind::kind)
                .containsExactly("poison");
    }

    @Test
    void whatIsLostAgainComesBackApartFromWhatItWasLostWith(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(20);
        claimAndDie(mails);
        aMinuteLater(database);
        assertThat(claimAndDie(mails)).as("once can happen to anybody").hasSize(20);
        aMinuteLater(database);
        assertThat(claimAndDie(mails)).isEmpty();
        assertThat(database.number("SELECT COUNT(DISTINCT due_at) FROM rowlock_delayed WHERE attempts = 2"))
                .isEqualTo(20);
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_delayed WHERE due_at > UTC_TIMESTAMP(6) + INTERVAL 31 SECOND"))
                .isZero();
    }

    @Test
    void anOutageThatEndsAllLeasesAgainAndAgainPutsNobodyAside(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(30);
        List<Steps> workers = new ArrayList<>();
        List<List<Held>> hands = new ArrayList<>();
        for (int n = 0; n < 6; n++) {
            workers.add(new Steps(mails, mails.transactions()));
            hands.add(new ArrayList<>(workers.get(n).claim(5)));
        }
        for (int outage = 0; outage < 8; outage++) {
            aMinuteLater(database);
            for (int n = 0; n < 6; n++) {
                // Whoever is back first takes what others held, and those find out: they are alive.
                List<Held> before = hands.get(n);
                hands.set(n, new ArrayList<>(workers.get(n).claim(5)));
                assertThat(workers.get(n)
                                .cycle(Steps.done(before), 0)
                                .verdicts()
                                .lost())
                        .isEqualTo(before);
            }
        }
        assertThat(mails.queues().quarantined()).isEmpty();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_loss WHERE excused = 0"))
                .isZero();
    }

    @Test
    void aThousandLeasesThatEndTogetherCountAsOneLoss(TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(90);
        for (int round = 0; round < 3; round++) {
            for (int worker = 0; worker < 9; worker++) {
                new Steps(mails, mails.transactions()).claim(10);
            }
            aMinuteLater(database);
        }
        assertThat(mails.queues().quarantined()).isEmpty();
    }

    @Test
    void aReleaseWaitsForClaimsThatPutJobsAsideAndLeavesNoneBehind(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.queues().quarantine("poison", "somebody said so");
        assertThat(mails.queues().quarantined())
                .extracting(QuarantinedKind::reason, QuarantinedKind::losses)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("somebody said so", 0));
        JobId id = poison(mails);
        CompletableFuture<Long> released;
        try (Connection claim = database.connect();
                Statement statement = claim.createStatement()) {
            claim.setAutoCommit(false);
            statement.execute("SELECT kind FROM rowlock_quarantine LOCK IN SHARE MODE");
            released = CompletableFuture.supplyAsync(() -> mails.queues().release("poison"));
            Awaitility.await()
                    .until(() -> database.number(
                                    "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'")
                            > 0);
            statement.execute(
                    "INSERT INTO rowlock_delayed (due_at, id, queue_id, priority, max_attempts, kind, payload)"
                            + " SELECT '9999-12-31', id, queue_id, priority, max_attempts, kind, payload FROM rowlock_job");
            statement.execute("DELETE FROM rowlock_job");
            claim.commit();
        }
        assertThat(released.get()).isEqualTo(1);
        assertThat(mails.status(id).state()).isEqualTo(JobState.DELAYED);
    }
}
