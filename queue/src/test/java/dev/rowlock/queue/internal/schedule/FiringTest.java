package dev.rowlock.queue.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.RetryPolicy;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.schedule.CatchUp;
import dev.rowlock.queue.schedule.DefineOutcome;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.Timing;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One job for each firing, whoever fires, how many of them, and whatever dies when. */
@EachServer
final class FiringTest {
    private static final Timing HOURLY = Timing.every(Duration.ofHours(1));

    private static Firing firing(TestDatabase database) {
        return new Firing(Transactions.of(database.dataSource()), System::nanoTime);
    }

    private static Mails defined(TestDatabase database, Timing timing, CatchUp catchUp) {
        Mails mails = Mails.open(database);
        mails.queues()
                .schedules()
                .define(Schedule.of(
                                "report",
                                timing,
                                mails.queue(),
                                NewJob.builder(Mails.KIND, "the report")
                                        .header("tenant", "a&b")
                                        .maxAttempts(3)
                                        .build())
                        .withCatchUp(catchUp));
        return mails;
    }

    private static void due(TestDatabase database, String ago) {
        database.execute("UPDATE rowlock_schedule SET next_at = UTC_TIMESTAMP(6) - INTERVAL " + ago);
    }

    private static ScheduleState state(Mails mails) {
        return mails.queues().schedules().find("report").orElseThrow();
    }

    private static long jobs(TestDatabase database) {
        return database.number("SELECT COUNT(*) FROM rowlock_job");
    }

    @Test
    void itEnqueuesTheJobAndMovesOnByWholePeriods(TestDatabase database) {
        Mails mails = defined(database, HOURLY, CatchUp.latest());
        Firing firing = firing(database);
        assertThat(firing.fire().fails()).isFalse();
        assertThat(jobs(database)).isZero();
        due(database, "150 MINUTE");
        Instant due = Instant.parse(
                database.text("SELECT DATE_FORMAT(next_at, '%Y-%m-%dT%H:%i:%s.%fZ') FROM rowlock_schedule"));
        firing.fire();
        firing.fire();
        assertThat(jobs(database)).isEqualTo(1);
        Instant fired = due.plus(Duration.ofHours(2));
        ScheduleState state = state(mails);
        assertThat(state.lastAt()).contains(fired);
        assertThat(state.nextAt()).contains(fired.plus(Duration.ofHours(1)));
        assertThat(state.fired()).isEqualTo(1);
        assertThat(mails.status(state.lastJob().orElseThrow()).kind()).isEqualTo("mail");
        assertThat(database.rows("SELECT headers, max_attempts, CAST(payload AS CHAR) AS payload FROM rowlock_job"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(String.valueOf(row.get("headers")))
                            .contains("tenant=a%26b")
                            .contains("rowlock-schedule=report")
                            .contains("rowlock-firing=" + fired.toString().replace(":", "%3A"));
                    assertThat(row.get("payload")).isEqualTo("the report");
                });
    }

    @Test
    void aFiringThatMeetsTheJobOfAnEarlierOneEnqueuesNoneWhenThatIsWanted(TestDatabase database) {
        Mails mails = Mails.open(database);
        Schedule report = Schedule.of(
                "report",
                HOURLY,
                mails.queue(),
                NewJob.builder(Mails.KIND, "the report")
                        .orderingKey("tenant 7")
                        .uniqueWhile("report", UniqueWhile.PENDING_OR_RUNNING)
                        .build());
        mails.queues().schedules().define(report);
        assertThat(mails.queues().schedules().define(report)).isInstanceOf(DefineOutcome.Unchanged.class);
        Firing firing = firing(database);
        for (int firings = 1; firings <= 2; firings++) {
            due(database, "1 SECOND");
            firing.fire();
        }
        assertThat(mails.status(state(mails).lastJob().orElseThrow()).kind()).isEqualTo("mail");
        List<String> ran = new CopyOnWriteArrayList<>();
        try (Worker worker = mails.worker()
                .handle(Mails.KIND, job -> {
                    ran.add(job.payload());
                    return JobOutcome.done();
                })
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 1);
        }
        due(database, "1 SECOND");
        firing.fire();
        assertThat(ran).hasSize(1);
        assertThat(mails.status(state(mails).lastJob().orElseThrow()).state()).isIn(JobState.READY, JobState.BLOCKED);
    }

    @Test
    void afterDowntimeThePolicyDecides(TestDatabase database) {
        Mails mails = defined(database, HOURLY, CatchUp.none());
        Firing firing = firing(database);
        due(database, "210 MINUTE");
        firing.fire();
        assertThat(jobs(database)).isZero();
        assertThat(state(mails).fired()).isZero();
        for (CatchUp catchUp : List.of(CatchUp.latest(), CatchUp.upTo(2), CatchUp.upTo(100))) {
            database.execute("DELETE FROM rowlock_job");
            defined(database, HOURLY, catchUp);
            due(database, "210 MINUTE");
            firing.fire();
            assertThat(jobs(database)).isEqualTo(Math.min(4, catchUp.limit()));
        }
    }

    @Test
    void manyWhoBelieveThatTheyKeepHouseFireOnce(TestDatabase database) throws Exception {
        Mails mails = defined(database, Timing.every(Duration.ofSeconds(1)), CatchUp.upTo(1_000));
        for (int n = 0; n < 20; n++) {
            mails.queues()
                    .schedules()
                    .define(Schedule.of("other " + n, HOURLY, mails.queue(), NewJob.of(Mails.KIND, "other")));
        }
        database.execute("UPDATE rowlock_schedule SET next_at = '2026-01-01', last_at = NULL");
        database.execute(
                "UPDATE rowlock_schedule SET next_at = UTC_TIMESTAMP(6) - INTERVAL 300 SECOND WHERE name = 'report'");
        long first = database.number(
                "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', next_at) FROM rowlock_schedule WHERE name = 'report'");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int n = 0; n < 8; n++) {
                all.add(threads.submit(() -> {
                    Firing firing = firing(database);
                    for (int round = 0; round < 20; round++) {
                        firing.fire();
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE headers LIKE '%rowlock-schedule=other%'"))
                .isEqualTo(20);
        long seconds = database.number("SELECT (TIMESTAMPDIFF(MICROSECOND, '1970-01-01', next_at) - " + first
                + ") DIV 1000000 FROM rowlock_schedule WHERE name = 'report'");
        assertThat(seconds).isGreaterThanOrEqualTo(301);
        assertThat(
                        database.number(
                                "SELECT COUNT(DISTINCT headers) FROM rowlock_job WHERE headers LIKE '%rowlock-schedule=report%'"))
                .isEqualTo(seconds);
        assertThat(jobs(database)).isEqualTo(20 + seconds);
    }

    /** The process or its network dies at each statement of a firing, before and after the server did it. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void whateverDiesWhenAFiringIsOneJob(Moment moment, TestDatabase database) {
        Mails mails = defined(database, HOURLY, CatchUp.latest());
        List<String> statements = List.of(
                "select name",
                "for update skip locked",
                "select s.name",
                "insert into rowlock_job",
                "update rowlock_schedule",
                "commit");
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            int firings = 0;
            for (String statement : statements) {
                due(database, "1 SECOND");
                firings++;
                Firing dying = new Firing(
                        Transactions.of(Mails.through(network, database)).retry(RetryPolicy.never()), System::nanoTime);
                Tripwire dies = network.cut(moment, statement);
                try {
                    dying.fire();
                } catch (RowlockException expected) {
                    assertThat(expected).hasMessageNotContaining("null");
                }
                assertThat(dies.happened()).as(statement).isTrue();
                Firing next = firing(database);
                int expected = firings;
                // The dead one's locks last until the server has noticed.
                Awaitility.await().untilAsserted(() -> {
                    next.fire();
                    assertThat(state(mails).fired()).isEqualTo(expected);
                });
                assertThat(jobs(database)).as(statement).isEqualTo(firings);
            }
        }
    }

    @Test
    void whileSomebodyChangesItItIsPassedAndOthersFire(TestDatabase database) throws Exception {
        Mails mails = defined(database, HOURLY, CatchUp.latest());
        mails.queues().schedules().define(Schedule.of("other", HOURLY, mails.queue(), NewJob.of(Mails.KIND, "other")));
        due(database, "1 SECOND");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT 1 FROM rowlock_schedule WHERE name = 'report' FOR UPDATE");
            firing(database).fire();
            assertThat(state(mails).fired()).isZero();
            assertThat(jobs(database)).isEqualTo(1);
            connection.rollback();
        }
        firing(database).fire();
        assertThat(jobs(database)).isEqualTo(2);
    }

    @Test
    void oneThatCannotBeReadHereDoesNotKeepOthersFromFiring(TestDatabase database) {
        Mails mails = defined(database, Timing.cron("0 2 * * *", ZoneId.of("Europe/Berlin")), CatchUp.latest());
        mails.queues().schedules().define(Schedule.of("other", HOURLY, mails.queue(), NewJob.of(Mails.KIND, "other")));
        due(database, "1 HOUR");
        database.execute("UPDATE rowlock_schedule SET zone = 'Mars/Olympus' WHERE name = 'report'");
        Firing firing = firing(database);
        assertThat(firing.fire().fails()).isTrue();
        assertThat(jobs(database)).isEqualTo(1);
        database.execute("UPDATE rowlock_schedule SET zone = 'Europe/Berlin' WHERE name = 'report'");
        assertThat(firing.fire().fails()).isFalse();
        assertThat(jobs(database)).isEqualTo(2);
    }

    @Test
    void aPausedOneDoesNotFire(TestDatabase database) {
        Mails mails = defined(database, HOURLY, CatchUp.latest());
        due(database, "1 SECOND");
        mails.queues().schedules().pause("report");
        firing(database).fire();
        assertThat(jobs(database)).isZero();
    }

    @Test
    void aFixedDelayCountsFromTheEndOfItsJobHoweverThatEnded(TestDatabase database) {
        Mails mails = defined(database, Timing.afterEnd(Duration.ofSeconds(30)), CatchUp.latest());
        Firing firing = firing(database);
        for (JobOutcome outcome : List.of(JobOutcome.done(), JobOutcome.givenUp("broken"))) {
            due(database, "1 SECOND");
            firing.fire();
            assertThat(jobs(database)).isEqualTo(1);
            assertThat(state(mails).nextAt()).isEmpty();
            due(database, "1 SECOND");
            firing.fire();
            assertThat(jobs(database)).as("it runs still").isEqualTo(1);
            try (Worker worker =
                    mails.worker().handle(Mails.KIND, job -> outcome).start()) {
                Awaitility.await()
                        .until(() -> worker.counts().done() + worker.counts().dead() == 1);
            }
            due(database, "1 SECOND");
            firing.fire();
            String end =
                    "(SELECT MAX(ended) FROM (SELECT finished_at AS ended FROM rowlock_history UNION ALL SELECT died_at FROM rowlock_dead) e)";
            assertThat(database.number("SELECT TIMESTAMPDIFF(MICROSECOND, " + end + ", next_at) FROM rowlock_schedule"))
                    .isEqualTo(30_000_000);
            assertThat(jobs(database)).isZero();
        }
        assertThat(state(mails).fired()).isEqualTo(2);
    }

    @Test
    void aWorkersHousekeeperFiresOnTime(TestDatabase database) {
        Mails mails = defined(database, Timing.every(Duration.ofSeconds(1)), CatchUp.upTo(10));
        List<String> firings = new CopyOnWriteArrayList<>();
        try (Worker worker = mails.worker()
                .handle(Mails.KIND, job -> {
                    firings.add(String.valueOf(job.headers().get("rowlock-firing")));
                    return JobOutcome.done();
                })
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() >= 3);
        }
        List<Instant> instants = firings.stream().map(Instant::parse).sorted().toList();
        for (int n = 1; n < instants.size(); n++) {
            assertThat(Duration.between(instants.get(n - 1), instants.get(n))).isEqualTo(Duration.ofSeconds(1));
        }
    }
}
