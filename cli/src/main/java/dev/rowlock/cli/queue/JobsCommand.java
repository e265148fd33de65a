package dev.rowlock.cli.queue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock jobs}: jobs of the managed queue. */
@Command(
        name = "jobs",
        description = {"Lists, shows, cancels, retries and discards jobs of the managed queue.", ""},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            JobListCommand.class,
            JobShowCommand.class,
            JobCancelCommand.class,
            JobRetryCommand.class,
            JobDiscardCommand.class
        })
public final class JobsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: what to do with jobs");
    }
}
