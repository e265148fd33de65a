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
            assertThat(kind.reason()).contains("lost again 3 times within PT", ": 3 jobs, while 0 were answered");
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

    /** A worker that completes what it can get of these kinds, and keeps nothing. */
    private static void answer(Mails mails, int limit, String... kinds) {
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = steps.claim(limit);
        steps.complete(held.stream()
                .filter(one -> List.of(kinds).contains(one.job.kind()))
                .toList());
        List<Held> others = held.stream()
                .filter(one -> !List.of(kinds).contains(one.job.kind()))
                .toList();
        steps.cycle(Steps.ruled(others, Ruling.RELEASED), 0);
    }

    /** Workers die from outside, each with jobs that had been lost before, and meanwhile most jobs of the kind end well. */
    @Test
    void aKindOfWhichMoreIsAnsweredThanLostAgainIsNotPutAsideHoweverManyWorkersDie(TestDatabase database) {
        Mails mails = Mails.open(database);
        for (int death = 0; death < 10; death++) {
            mails.enqueue(10);
            for (int n = 0; n < 3; n++) {
                mails.enqueue(NewJob.builder(Mails.KIND, "once").maxAttempts(1));
            }
            answer(mails, 11, "mail");
            claimAndDie(mails);
            aMinuteLater(database);
        }
        assertThat(database.number(
                        "SELECT COUNT(DISTINCT lost_at) FROM rowlock_loss WHERE repeated = 1 AND excused = 0"))
                .as("incidents that count")
                .isGreaterThan(3);
        assertThat(mails.queues().quarantined()).isEmpty();
    }

    /** The same, but nothing ends well: there is nothing that speaks for it. */
    @Test
    void withoutAnswersTheSameDeathsPutItAside(TestDatabase database) {
        Mails mails = Mails.open(database);
        int deaths = 0;
        while (mails.queues().quarantined().isEmpty()) {
            mails.enqueue(2);
            deaths += claimAndDie(mails).isEmpty() ? 0 : 1;
            aMinuteLater(database);
            assertThat(deaths).isLessThan(10);
        }
        assertThat(mails.queues().quarantined())
                .extracting(QuarantinedKind::kind)
                .containsExactly("mail");
    }

    @Test
    void whatWasAnsweredBeforeTheDeathsBeganDoesNotSpeakForAKind(TestDatabase database) {
        Mails mails = Mails.open(database);
        poison(mails);
        claimAndDie(mails);
        aMinuteLater(database);
        answer(mails, 100, "poison");
        for (int n = 0; n < 50; n++) {
            poison(mails);
        }
        answer(mails, 100, "poison");
        assertThat(database.number("SELECT SUM(answered) FROM rowlock_answer WHERE kind = 'poison'"))
                .isEqualTo(51);
        poison(mails);
        assertThat(workersKilled(mails)).isEqualTo(4);
    }

    /** Nobody gets to answer much, since the killer is always there; yet a little is answered of the others. */
    @Test
    void theKindThatLosesTheLargestShareIsPutAsideAndWhatItTookAlongIsForgiven(TestDatabase database) {
        Mails mails = Mails.open(database);
        for (int n = 0; n < 5; n++) {
            poison(mails);
        }
        mails.enqueue(20);
        int deaths = 0;
        while (mails.queues().quarantined().isEmpty()) {
            claimAndDie(mails);
            aMinuteLater(database);
            assertThat(++deaths).isLessThan(20);
            mails.enqueue(1);
            answerOne(mails);
        }
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_loss WHERE kind = 'mail' AND repeated = 1 AND excused = 0"))
                .as("more than were answered")
                .isGreaterThan(database.number("SELECT SUM(answered) FROM rowlock_answer WHERE kind = 'mail'"));
        assertThat(mails.queues().quarantined())
                .extracting(QuarantinedKind::kind)
                .containsExactly("poison");
        // They still have what they were lost for; one more loss is no more than that.
        for (int death = 0; death < 2; death++) {
            claimAndDie(mails);
            aMinuteLater(database);
        }
        assertThat(mails.queues().quarantined())
                .extracting(QuarantinedKind::kind)
                .containsExactly("poison");
    }

    private static void answerOne(Mails mails) {
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = steps.claim(100);
        List<Held> mail = held.stream()
                .filter(one -> one.job.kind().equals("mail"))
                .limit(1)
                .toList();
        steps.complete(mail);
    }

    /** A claim that has just noted a loss holds its row until it commits. */
    @Test
    void countingAnswersWaitsForNobodyWhoNotesALoss(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        poison(mails);
        claimAndDie(mails);
        aMinuteLater(database);
        claimAndDie(mails);
        Steps steps = new Steps(mails, mails.transactions());
        poison(mails);
        List<Held> held = steps.claim(100);
        try (Connection claim = database.connect();
                Statement statement = claim.createStatement()) {
            claim.setAutoCommit(false);
            assertThat(statement.executeUpdate("UPDATE rowlock_loss SET repeated = 1"))
                    .isEqualTo(1);
            steps.complete(held);
            claim.rollback();
        }
        assertThat(database.number("SELECT SUM(answered) FROM rowlock_answer WHERE kind = 'poison'"))
                .isEqualTo(1);
    }

    @Test
    void whatNobodyHereCanDoIsNoAnswer(TestDatabase database) {
        Mails mails = Mails.open(database);
        poison(mails);
        claimAndDie(mails);
        aMinuteLater(database);
        Steps stranger = new Steps(mails, mails.transactions());
        stranger.cycle(Steps.ruled(stranger.claim(1), Ruling.NOT_OURS), 0);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_loss WHERE excused = 0"))
                .isEqualTo(1);
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
            released = CompletableFuture.supplyAsync(
                    () -> mails.queues().release("poison"), task -> new Thread(task, "release").start());
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
