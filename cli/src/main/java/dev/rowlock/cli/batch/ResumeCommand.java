package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import picocli.CommandLine.Command;

/** {@code rowlock batch resume}. */
@Command(
        name = "resume",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Lets a run go on that was paused or stopped. Processes that wait go on within a second; when none is left, start one with",
            "rowlock batch run --join.",
            ""
        },
        footer = {"", "Exit code 1: the run was neither paused nor stopped.", "", "Example:", "  rowlock batch resume 7"
        })
final class ResumeCommand extends ControlCommand {
    @Override
    boolean tell(Batches batches, long run) {
        return batches.resume(run);
    }

    @Override
    String done() {
        return "goes on; a process joins it with: rowlock batch run --join RUN";
    }
}
