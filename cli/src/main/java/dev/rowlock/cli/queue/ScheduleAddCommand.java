package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.Schedules;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code rowlock schedules add}. */
@Command(
        name = "add",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Adds a schedule. Exit code 1: there is one of this name already, and it is left alone.", ""},
        footer = {"", "Example:", "  rowlock schedules add nightly mails report --cron '0 2 * * *' --zone Europe/Berlin"
        })
final class ScheduleAddCommand extends WriteScheduleCommand {
    @Override
    ExitCode write(Schedules schedules, Schedule schedule, Output output) {
        Optional<ScheduleState> added = schedules.add(schedule);
        if (added.isEmpty()) {
            output.answer(
                    Map.of("name", schedule.name(), "outcome", "exists"),
                    "there is a schedule " + schedule.name()
                            + " already; rowlock schedules put changes it, rowlock schedules show tells how it is");
            return ExitCode.NO;
        }
        output.answer(ScheduleText.json(added.get(), "added"), ScheduleText.line(added.get(), "added"));
        return ExitCode.DONE;
    }
}
