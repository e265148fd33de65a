package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.schedule.DefineOutcome;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.Schedules;
import picocli.CommandLine.Command;

/** {@code rowlock schedules put}. */
@Command(
        name = "put",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Sees to it that there is this schedule: adds it, or changes the one of this name. One that is so already is left alone,",
            "and so is its next firing; a changed timing counts from now.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  rowlock schedules put nightly mails report --cron '0 2 * * *' --zone Europe/Berlin",
            "  rowlock schedules put poll feeds fetch https://example.org/feed --every 5m --catch-up none"
        })
final class SchedulePutCommand extends WriteScheduleCommand {
    @Override
    ExitCode write(Schedules schedules, Schedule schedule, Output output) {
        DefineOutcome outcome = schedules.define(schedule);
        String word = outcome.fold(added -> "added", changed -> "changed", unchanged -> "unchanged");
        output.answer(ScheduleText.json(outcome.state(), word), ScheduleText.line(outcome.state(), word));
        return ExitCode.DONE;
    }
}
