package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowlock batch cancel}. */
@Command(
        name = "cancel",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Ends a run for good, within a second. What is committed stays as it is; nothing is undone. It cannot be resumed: to stop for a",
            "while, use rowlock batch pause.",
            ""
        },
        footer = {
            "",
            "Exit code 1: the run was over.",
            "",
            "Example:",
            "  rowlock batch cancel 7 --reason 'wrong cutoff'"
        })
final class CancelCommand extends ControlCommand {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why, for those who look")
    private String reason = "cancelled by hand";

    @Override
    boolean tell(Batches batches, long run) {
        return batches.cancel(run, reason);
    }

    @Override
    String done() {
        return "is cancelled; what it changed stays changed";
    }
}
