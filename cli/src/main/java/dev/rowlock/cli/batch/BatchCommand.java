package dev.rowlock.cli.batch;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock batch}: bulk changes of a live table that online traffic does not notice. */
@Command(
        name = "batch",
        description = {
            "Changes, deletes, archives or handles many rows of a live table, and gives way to online traffic.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            PlanCommand.class,
            RunCommand.class,
            StatusCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            RateCommand.class,
            CancelCommand.class,
            EventsCommand.class,
            HeldCommand.class
        })
public final class BatchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: what to do with the batch");
    }
}
