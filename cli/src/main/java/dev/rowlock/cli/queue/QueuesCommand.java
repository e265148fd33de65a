package dev.rowlock.cli.queue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock queues}: whole queues. */
@Command(
        name = "queues",
        description = {"Lists, pauses, resumes and limits managed queues, and kinds whose jobs are put aside.", ""},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            QueueListCommand.class,
            QueuePauseCommand.class,
            QueueResumeCommand.class,
            QueueLimitCommand.class,
            QueueQuarantineCommand.class
        })
public final class QueuesCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: what to do with queues");
    }
}
