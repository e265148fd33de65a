package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.fixture.BerlinTime;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.Partitions;
import dev.rowlock.queue.internal.housekeeping.Promoting;
import dev.rowlock.queue.internal.schedule.Firing;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.Timing;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JVM and session in Berlin while its clock changes, and the database's clock months away from the JVM's: an hour is an hour, and only the database says what time
 * it is.
 */
@EachServer
final class BerlinTest {
    static Stream<Instant> changes() {
        return Stream.of(BerlinTime.SPRING, BerlinTime.AUTUMN);
    }

    private static Mails mails(TestDatabase database, BerlinTime berlin) {
        Mails.open(database);
        Queues queues = Queues.open(berlin.dataSource());
        return new Mails(database, queues, queues.queue("mails"));
    }

    private static String time(TestDatabase database, String expression) {
        return database.text("SELECT DATE_FORMAT(" + expression + ", '%Y-%m-%dT%H:%i:%s.%f')");
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aDelayOfAnHourIsAnHourAndATimeIsThatTime(Instant change, TestDatabase database) {
        try (BerlinTime berlin = new BerlinTime(database, change.minus(Duration.ofMinutes(30)))) {
            Mails mails = mails(database, berlin);
            JobId delayed = mails.enqueue(NewJob.builder(Mails.KIND, "delayed").delay(Duration.ofHours(1)));
            JobId at = mails.enqueue(NewJob.builder(Mails.KIND, "at")
                    .dueAt(change.plus(Duration.ofMinutes(30)).plusNanos(123_000)));
            assertThat(database.number("SELECT TIMESTAMPDIFF(SECOND, '"
                            + change.toString().replace("T", " ").replace("Z", "")
                            + "', due_at) BETWEEN 1800 AND 1830 FROM rowlock_delayed WHERE payload = 'delayed'"))
                    .isEqualTo(1);
            assertThat(database.text("SELECT CAST(due_at AS CHAR) FROM rowlock_delayed WHERE payload = 'at'"))
                    .isEqualTo(change.toString().replace("T", " ").replace(":00:00Z", ":30:00.000123"));
            for (int minutes : new int[] {-1, 1, 29}) {
                berlin.set(change.plus(Duration.ofMinutes(minutes)));
                Promoting.promote(berlin.dataSource());
                assertThat(mails.status(delayed).state()).isEqualTo(JobState.DELAYED);
                assertThat(mails.status(at).state()).isEqualTo(JobState.DELAYED);
            }
            berlin.set(change.plus(Duration.ofMinutes(31)));
            Promoting.promote(berlin.dataSource());
            assertThat(mails.status(delayed).state()).isEqualTo(JobState.READY);
            assertThat(mails.status(at).state()).isEqualTo(JobState.READY);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aLeaseOfHalfAMinuteIsHalfAMinute(Instant change, TestDatabase database) {
        try (BerlinTime berlin = new BerlinTime(database, change.minusSeconds(10))) {
            Mails mails = mails(database, berlin);
            mails.enqueue(2);
            Steps first = new Steps(mails, Transactions.of(berlin.dataSource()));
            Steps second = new Steps(mails, Transactions.of(berlin.dataSource()));
            List<Held> held = first.claim(2);
            assertThat(held).hasSize(2);
            berlin.set(change.plusSeconds(10));
            assertThat(second.claim(2)).isEmpty();
            assertThat(first.cycle(Steps.done(List.of(held.get(0))), 0)
                            .verdicts()
                            .written())
                    .hasSize(1);
            berlin.set(change.plusSeconds(25));
            List<Held> taken = second.claim(2);
            assertThat(taken).hasSize(1);
            assertThat(first.cycle(Steps.done(List.of(held.get(1))), 0)
                            .verdicts()
                            .written())
                    .isEmpty();
            assertThat(second.cycle(Steps.ruled(taken, Ruling.snoozed(Duration.ofHours(1))), 0)
                            .verdicts()
                            .written())
                    .hasSize(1);
            assertThat(time(database, "(SELECT due_at FROM rowlock_delayed)"))
                    .startsWith(change.plusSeconds(3_625).toString().substring(0, 18));
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void daysAreThoseOfUtc(Instant change, TestDatabase database) {
        // Half past midnight in Berlin, and still the day before in UTC.
        Instant night = change.minus(Duration.ofMinutes(change.equals(BerlinTime.SPRING) ? 90 : 150));
        String day = night.toString().substring(0, 10);
        try (BerlinTime berlin = new BerlinTime(database, night)) {
            Mails mails = mails(database, berlin);
            new Partitions(berlin.dataSource(), 7).keep();
            assertThat(
                            database.column(
                                    "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'rowlock_history' ORDER BY PARTITION_ORDINAL_POSITION LIMIT 1"))
                    .containsExactly("p" + day.replace("-", ""));
            JobId id = mails.enqueue(1).get(0);
            Steps steps = new Steps(mails, Transactions.of(berlin.dataSource()));
            steps.cycle(Steps.done(steps.claim(1)), 0);
            assertThat(mails.status(id).state()).isEqualTo(JobState.DONE);
            assertThat(database.text("SELECT CAST(day AS CHAR) FROM rowlock_history"))
                    .isEqualTo(day);
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_history WHERE DATE(finished_at) = day"))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aKeyIsKeptForItsHour(Instant change, TestDatabase database) {
        try (BerlinTime berlin = new BerlinTime(database, change.minus(Duration.ofMinutes(30)))) {
            Mails mails = mails(database, berlin);
            NewJob job = NewJob.builder(Mails.KIND, "once")
                    .idempotencyKey(new IdempotencyKey("shop", "order 7", Duration.ofHours(1)))
                    .build();
            assertThat(mails.queue().enqueue(job)).isInstanceOf(EnqueueOutcome.Inserted.class);
            berlin.set(change.plus(Duration.ofMinutes(29)));
            assertThat(mails.queue().enqueue(job)).isInstanceOf(EnqueueOutcome.Duplicate.class);
            berlin.set(change.plus(Duration.ofMinutes(31)));
            assertThat(mails.queue().enqueue(job)).isInstanceOf(EnqueueOutcome.Inserted.class);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void schedulesFireByTheLocalClockAsDocumented(Instant change, TestDatabase database) {
        try (BerlinTime berlin = new BerlinTime(database, change.minus(Duration.ofHours(2)))) {
            Mails mails = mails(database, berlin);
            mails.queues()
                    .schedules()
                    .define(Schedule.of(
                            "nightly",
                            Timing.cron("30 2 * * *", BerlinTime.ZONE),
                            mails.queue(),
                            NewJob.of(Mails.KIND, "nightly")));
            mails.queues()
                    .schedules()
                    .define(Schedule.of(
                            "hourly",
                            Timing.cron("0 * * * *", BerlinTime.ZONE),
                            mails.queue(),
                            NewJob.of(Mails.KIND, "hourly")));
            Firing firing = new Firing(Transactions.of(berlin.dataSource()), System::nanoTime);
            for (int minutes = -110; minutes <= 130; minutes += 10) {
                berlin.set(change.plus(Duration.ofMinutes(minutes)).plusSeconds(1));
                firing.fire();
            }
            // -1 h, the change, +1 h and +2 h: every hour that passes.
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE payload = 'hourly'"))
                    .isEqualTo(4);
            Instant nightly = change.equals(BerlinTime.SPRING) ? change : change.minus(Duration.ofMinutes(30));
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE payload = 'nightly'"))
                    .isEqualTo(1);
            assertThat(mails.queues().schedules().find("nightly").orElseThrow().lastAt())
                    .contains(nightly);
        }
    }
}
