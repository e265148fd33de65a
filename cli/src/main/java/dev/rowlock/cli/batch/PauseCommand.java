package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowlock batch pause}. */
@Command(
        name = "pause",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Pauses a run, wherever its processes are: no chunk begins after a second, and no row stays locked.",
            ""
        },
        footer = {
            "",
            "Exit code 1: the run was not running.",
            "",
            "Example:",
            "  rowlock batch pause 7 --reason 'flash sale'"
        })
final class PauseCommand extends ControlCommand {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why, for those who look")
    private String reason = "paused by hand";

    @Override
    boolean tell(Batches batches, long run) {
        return batches.pause(run, reason);
    }

    @Override
    String done() {
        return "is paused: rowlock batch resume lets it go on";
    }
}
