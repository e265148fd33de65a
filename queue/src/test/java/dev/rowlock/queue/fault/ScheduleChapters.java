package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.ScheduleChange;
import dev.rowlock.queue.schedule.Schedules;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Schedules: defined, changed, fired. One firing is one job. */
final class ScheduleChapters {
    private static final Timing HOURLY = Timing.every(Duration.ofHours(1));

    private ScheduleChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("a schedule is defined and changed", ScheduleChapters::defined),
                new Chapter("a schedule fires", ScheduleChapters::fires),
                new Chapter("a schedule waits for its job", ScheduleChapters::waits),
                new Chapter("a schedule is triggered", ScheduleChapters::triggered));
    }

    private static Schedule schedule(Life life, Timing timing) {
        return Schedule.of(life.name(), timing, life.sound(), life.job("firing").build());
    }

    private static void defined(Life life) {
        Schedules schedules = life.queues().schedules();
        Schedules sound = life.world().sound().schedules();
        life.begin();
        life.answered(() -> schedules.define(schedule(life, HOURLY)));
        life.answered(() -> schedules.define(schedule(life, Timing.every(Duration.ofHours(2)))));
        assertThat(sound.find(life.name()).orElseThrow().timing()).isEqualTo(Timing.every(Duration.ofHours(2)));
        assertThat(life.answered(() -> schedules.find(life.name()))).isPresent();
        assertThat(life.answered(schedules::list)).isNotEmpty();
        assertThat(life.answered(() -> schedules.pause(life.name()))).isEqualTo(ScheduleChange.DONE);
        assertThat(life.answered(() -> schedules.resume(life.name()))).isEqualTo(ScheduleChange.DONE);
        life.answered(() -> schedules.remove(life.name()));
        assertThat(sound.find(life.name())).isEmpty();
    }

    private static void due(Life life) {
        life.sql()
                .execute("UPDATE rowlock_schedule SET next_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE name = '"
                        + life.name() + "'");
    }

    private static List<JobId> jobs(Life life) {
        return life
                .sql()
                .rows("SELECT id FROM rowlock_job WHERE queue_id = "
                        + life.book().queue())
                .stream()
                .map(row -> JobId.of((byte[]) Objects.requireNonNull(row.get(0))))
                .toList();
    }

    private static JobId fired(Life life) {
        List<JobId> jobs = jobs(life);
        assertThat(jobs).as("jobs of one firing").hasSize(1);
        life.book().expect(jobs.get(0), Book.Fate.DONE);
        return jobs.get(0);
    }

    private static void fires(Life life) {
        life.world().sound().schedules().define(schedule(life, HOURLY));
        due(life);
        life.begin();
        life.repeated(life.house()::fire);
        life.repeated(life.house()::fire);
        fired(life);
        life.world().sound().schedules().remove(life.name());
    }

    private static void waits(Life life) throws Exception {
        life.world().sound().schedules().define(schedule(life, Timing.afterEnd(Duration.ofHours(1))));
        due(life);
        life.begin();
        life.repeated(life.house()::fire);
        JobId job = fired(life);
        due(life);
        life.repeated(life.house()::fire); // it has not ended
        assertThat(jobs(life)).containsExactly(job);
        life.book().finish();
        due(life);
        life.repeated(life.house()::fire); // it has: the pause begins
        assertThat(jobs(life)).isEmpty();
        life.world().sound().schedules().remove(life.name());
    }

    private static void triggered(Life life) {
        Schedules schedules = life.queues().schedules();
        life.world().sound().schedules().define(schedule(life, HOURLY));
        life.begin();
        JobId job = life.answered(() -> schedules.trigger(life.name())).orElse(new JobId(new UUID(0, 0)));
        assertThat(fired(life)).isEqualTo(job);
        life.world().sound().schedules().remove(life.name());
    }
}
