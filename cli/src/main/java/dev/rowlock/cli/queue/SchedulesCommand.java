package dev.rowlock.cli.queue;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock schedules}: jobs that are enqueued again and again. */
@Command(
        name = "schedules",
        description = {
            "Lists, writes, pauses and fires schedules of the managed queue. They are rows of a table, and fire while a worker of any queue runs.",
            ""
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ScheduleListCommand.class,
            ScheduleShowCommand.class,
            ScheduleAddCommand.class,
            SchedulePutCommand.class,
            SchedulePauseCommand.class,
            ScheduleResumeCommand.class,
            ScheduleFireCommand.class,
            ScheduleRemoveCommand.class
        })
public final class SchedulesCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: what to do with schedules");
    }
}
