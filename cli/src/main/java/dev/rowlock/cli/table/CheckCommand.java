package dev.rowlock.cli.table;

import dev.rowlock.claim.CheckReport;
import dev.rowlock.claim.TableCheck;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rowlock table check}. */
@Command(
        name = "check",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Looks whether the table can be worked, which column plays which role, what cannot be promised, and what to mend",
            "first. Writes nothing.",
            ""
        },
        footer = {
            "",
            "Exit code 0: the table can be worked; 1: something blocks it.",
            "",
            "Example:",
            "  rowlock table check job_queue --url jdbc:mysql://localhost:3306/shop --user app"
        })
final class CheckCommand implements Callable<Integer> {
    @Mixin
    private TableOptions table = new TableOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (Server server = table.connect(spec, PoolSize.ONE_COMMAND)) {
            CheckReport report = TableCheck.run(server.transactions(), table.layout(), table.settings());
            RowlockCommand.output(spec).answer(CheckText.json(report), CheckText.text(report));
            return (report.blocked() ? ExitCode.NO : ExitCode.DONE).number();
        }
    }
}
