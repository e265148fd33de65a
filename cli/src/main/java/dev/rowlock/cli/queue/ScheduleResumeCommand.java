package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.schedule.ScheduleChange;
import dev.rowlock.queue.schedule.Schedules;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code rowlock schedules resume}. */
@Command(
        name = "resume",
        abbreviateSynopsis = true,
        description = {
            "Lets a schedule fire again, from now on: firings that fell into the pause are not made up for. Exit code 1: there is no such schedule.",
            ""
        },
        footer = {"", "Example:", "  rowlock schedules resume nightly"})
final class ScheduleResumeCommand extends ChangeScheduleCommand {
    @Override
    ExitCode change(Schedules schedules, String schedule, Output output) {
        if (schedules.resume(schedule) == ScheduleChange.NOT_THERE) {
            return unknown(output, schedule);
        }
        output.answer(Map.of("name", schedule, "state", "resumed"), "schedule " + schedule + " fires again");
        return ExitCode.DONE;
    }
}
