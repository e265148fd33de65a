package dev.rowlock.queue.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Schedules as an application defines and looks after them. */
@EachServer
final class SchedulesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Timing NIGHTLY = Timing.cron("0 2 * * *", BERLIN);
    private static final int PROCESSES = 32;

    private static Schedule report(Mails mails, Timing timing) {
        return Schedule.of("report", timing, mails.queue(), NewJob.of(Mails.KIND, "the report"));
    }

    private static Schedules schedules(Mails mails) {
        return mails.queues().schedules();
    }

    private static ScheduleState state(Mails mails) {
        return schedules(mails).find("report").orElseThrow();
    }

    @Test
    void definingAgainChangesNothingAndAnotherTimingTakesEffect(TestDatabase database) {
        Mails mails = Mails.open(database);
        Schedules schedules = schedules(mails);
        DefineOutcome first = schedules.define(report(mails, NIGHTLY));
        assertThat(first).isInstanceOf(DefineOutcome.Added.class);
        Instant next = first.state().nextAt().orElseThrow();
        assertThat(next.atZone(BERLIN).getHour()).isEqualTo(2);
        // As if it had been defined long ago, and were due.
        database.execute("UPDATE rowlock_schedule SET next_at = '2026-01-01 01:00:00'");
        Instant longAgo = Instant.parse("2026-01-01T01:00:00Z");
        database.resetCounts();
        assertThat(schedules.define(report(mails, NIGHTLY)))
                .isInstanceOf(DefineOutcome.Unchanged.class)
                .extracting(outcome -> outcome.state().nextAt())
                .isEqualTo(Optional.of(longAgo));
        assertThat(database.statements()).as("and the isolation level").isEqualTo(3);
        DefineOutcome priority = schedules.define(new Schedule(
                "report",
                NIGHTLY,
                "mails",
                NewJob.builder(Mails.KIND, "the report").priority(Priority.HIGH).build(),
                CatchUp.none()));
        assertThat(priority).isInstanceOf(DefineOutcome.Changed.class);
        assertThat(priority.state().nextAt()).contains(longAgo);
        assertThat(priority.state().catchUp()).isEqualTo(CatchUp.none());
        DefineOutcome hourly = schedules.define(report(mails, Timing.every(Duration.ofHours(1))));
        assertThat(hourly).isInstanceOf(DefineOutcome.Changed.class);
        assertThat(hourly.state().timing()).isEqualTo(Timing.every(Duration.ofHours(1)));
        assertThat(
                        database.number(
                                "SELECT next_at BETWEEN UTC_TIMESTAMP(6) + INTERVAL 59 MINUTE AND UTC_TIMESTAMP(6) + INTERVAL 60 MINUTE FROM rowlock_schedule"))
                .isEqualTo(1);
    }

    @Test
    void manyProcessesDefineAtOnceAndOneAdds(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        for (Timing timing : List.of(NIGHTLY, Timing.every(Duration.ofHours(1)))) {
            ExecutorService processes = Executors.newFixedThreadPool(PROCESSES);
            try {
                CyclicBarrier start = new CyclicBarrier(PROCESSES);
                List<Future<DefineOutcome>> answers = new ArrayList<>();
                for (int n = 0; n < PROCESSES; n++) {
                    answers.add(processes.submit(() -> {
                        start.await();
                        return schedules(mails).define(report(mails, timing));
                    }));
                }
                List<DefineOutcome> outcomes = new ArrayList<>();
                for (Future<DefineOutcome> answer : answers) {
                    outcomes.add(answer.get());
                }
                assertThat(outcomes)
                        .filteredOn(DefineOutcome.Unchanged.class::isInstance)
                        .hasSize(PROCESSES - 1);
            } finally {
                processes.shutdown();
            }
        }
        assertThat(schedules(mails).list()).hasSize(1);
    }

    @Test
    void pausedItHasNoNextFiringAndResumedItGoesOnFromNow(TestDatabase database) {
        Mails mails = Mails.open(database);
        Schedules schedules = schedules(mails);
        schedules.define(report(mails, Timing.every(Duration.ofHours(1))));
        assertThat(schedules.pause("report")).isEqualTo(ScheduleChange.DONE);
        assertThat(state(mails).pausedAt()).isPresent();
        assertThat(state(mails).nextAt()).isEmpty();
        assertThat(schedules.preview("report", 3)).isEmpty();
        assertThat(schedules.define(report(mails, Timing.every(Duration.ofHours(1)))))
                .isInstanceOf(DefineOutcome.Unchanged.class);
        database.execute("UPDATE rowlock_schedule SET next_at = UTC_TIMESTAMP(6) - INTERVAL 150 MINUTE");
        assertThat(schedules.resume("report")).isEqualTo(ScheduleChange.DONE);
        assertThat(state(mails).pausedAt()).isEmpty();
        assertThat(
                        database.number(
                                "SELECT next_at BETWEEN UTC_TIMESTAMP(6) + INTERVAL 29 MINUTE AND UTC_TIMESTAMP(6) + INTERVAL 30 MINUTE FROM rowlock_schedule"))
                .isEqualTo(1);
        List<Instant> preview = schedules.preview("report", 3);
        assertThat(preview).hasSize(3).first().isEqualTo(state(mails).nextAt().orElseThrow());
        assertThat(Duration.between(preview.get(1), preview.get(2))).isEqualTo(Duration.ofHours(1));
        assertThat(schedules.resume("report")).isEqualTo(ScheduleChange.DONE);
        assertThat(state(mails).nextAt()).contains(preview.get(0));
    }

    @Test
    void triggeredItEnqueuesAtOnceAlsoWhenPausedAndStaysAsItIs(TestDatabase database) {
        Mails mails = Mails.open(database);
        Schedules schedules = schedules(mails);
        schedules.define(report(mails, NIGHTLY));
        schedules.pause("report");
        ScheduleState before = state(mails);
        JobId job = schedules.trigger("report").orElseThrow();
        assertThat(mails.status(job).state()).isEqualTo(JobState.READY);
        assertThat(database.text("SELECT CAST(payload AS CHAR) FROM rowlock_job"))
                .isEqualTo("the report");
        assertThat(state(mails)).isEqualTo(before);
        assertThat(schedules.remove("report")).isEqualTo(ScheduleChange.DONE);
        assertThat(schedules.list()).isEmpty();
        assertThat(mails.status(job).state()).isEqualTo(JobState.READY);
    }

    @Test
    void whatIsNotThereIsSaidSo(TestDatabase database) {
        Mails mails = Mails.open(database);
        Schedules schedules = schedules(mails);
        assertThat(schedules.find("report")).isEmpty();
        assertThat(schedules.preview("report", 3)).isEmpty();
        assertThat(schedules.trigger("report")).isEmpty();
        assertThat(List.of(schedules.pause("report"), schedules.resume("report"), schedules.remove("report")))
                .containsOnly(ScheduleChange.NOT_THERE);
        assertThatThrownBy(() -> schedules.define(new Schedule(
                        "report", NIGHTLY, "males", NewJob.of(Mails.KIND, "the report"), CatchUp.latest())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'males'");
    }

    @Test
    void whatCannotBeMeantIsRefused(TestDatabase database) {
        Mails mails = Mails.open(database, QueueSettings.standard().withLargestPayload(100));
        assertThatThrownBy(() -> Timing.every(Duration.ofMillis(999))).hasMessageContaining("PT0.999S");
        assertThatThrownBy(() -> Timing.cron("0 25 * * *", BERLIN)).hasMessageContaining("'0 25 * * *'");
        assertThatThrownBy(() -> CatchUp.upTo(1_001)).hasMessageContaining("1001");
        assertThatThrownBy(() -> Schedule.of(
                        "report",
                        NIGHTLY,
                        mails.queue(),
                        NewJob.builder(Mails.KIND, "x")
                                .delay(Duration.ofHours(1))
                                .build()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("delay");
        assertThatThrownBy(() -> schedules(mails)
                        .define(Schedule.of("report", NIGHTLY, mails.queue(), NewJob.of(Mails.KIND, "x".repeat(101)))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("101 bytes");
    }
}
