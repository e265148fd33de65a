package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.schedule.Schedules;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code rowlock schedules fire}. */
@Command(
        name = "fire",
        abbreviateSynopsis = true,
        description = {
            "Enqueues a schedule's job now, beside its own firings and also while it is paused, and prints its id. Exit code 1: there is no such schedule.",
            ""
        },
        footer = {"", "Example:", "  rowlock schedules fire nightly"})
final class ScheduleFireCommand extends ChangeScheduleCommand {
    @Override
    ExitCode change(Schedules schedules, String schedule, Output output) {
        Optional<JobId> job = schedules.trigger(schedule);
        if (job.isEmpty()) {
            return unknown(output, schedule);
        }
        output.answer(
                Map.of("name", schedule, "id", job.get().toString()), job.get().toString());
        return ExitCode.DONE;
    }
}
