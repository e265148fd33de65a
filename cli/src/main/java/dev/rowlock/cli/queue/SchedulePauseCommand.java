package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.schedule.ScheduleChange;
import dev.rowlock.queue.schedule.Schedules;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code rowlock schedules pause}. */
@Command(
        name = "pause",
        abbreviateSynopsis = true,
        description = {
            "Lets a schedule fire no more, until it is resumed. Jobs it has enqueued go on. Exit code 1: there is no such schedule.",
            ""
        },
        footer = {"", "Example:", "  rowlock schedules pause nightly"})
final class SchedulePauseCommand extends ChangeScheduleCommand {
    @Override
    ExitCode change(Schedules schedules, String schedule, Output output) {
        if (schedules.pause(schedule) == ScheduleChange.NOT_THERE) {
            return unknown(output, schedule);
        }
        output.answer(Map.of("name", schedule, "state", "paused"), "schedule " + schedule + " is paused");
        return ExitCode.DONE;
    }
}
