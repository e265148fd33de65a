package dev.rowlock.cli.table;

import dev.rowlock.cli.work.WorkCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock table}: the claim protocol on the user's own table. */
@Command(
        name = "table",
        description = {"The claim protocol on a table of your own.", ""},
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CheckCommand.class,
            ClaimCommand.class,
            ExtendCommand.class,
            CompleteCommand.class,
            ReleaseCommand.class,
            FailCommand.class,
            ReclaimCommand.class,
            WorkCommand.class
        })
public final class TableCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: what to do with the table");
    }
}
