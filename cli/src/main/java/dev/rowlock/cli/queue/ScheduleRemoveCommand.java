package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.schedule.ScheduleChange;
import dev.rowlock.queue.schedule.Schedules;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code rowlock schedules remove}. */
@Command(
        name = "remove",
        abbreviateSynopsis = true,
        description = {"Removes a schedule; jobs it has enqueued go on. Exit code 1: there is no such schedule.", ""},
        footer = {"", "Example:", "  rowlock schedules remove nightly"})
final class ScheduleRemoveCommand extends ChangeScheduleCommand {
    @Override
    ExitCode change(Schedules schedules, String schedule, Output output) {
        if (schedules.remove(schedule) == ScheduleChange.NOT_THERE) {
            return unknown(output, schedule);
        }
        output.answer(Map.of("name", schedule, "state", "removed"), "schedule " + schedule + " is removed");
        return ExitCode.DONE;
    }
}
