package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.DeadlockReader;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock deadlocks}. */
@Command(
        name = "deadlocks",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Reads deadlock reports: who waited for whom, who was rolled back, batch or online, and what avoids it. Reads an error",
            "log with any number of them, SHOW ENGINE INNODB STATUS or its section alone, of MySQL 5.0 to 9 and MariaDB. Writes",
            "nothing.",
            ""
        },
        footer = {
            "",
            "Exit code 0, also when there is no deadlock.",
            "",
            "Examples:",
            "  rowlock deadlocks /var/log/mysql/error.log --mask",
            "  rowlock deadlocks --url jdbc:mysql://localhost:3306/shop --batch-account nightly",
            "  mysql -e 'SHOW ENGINE INNODB STATUS' | rowlock deadlocks - --json"
        })
public final class DeadlocksCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description =
                    "a text with reports; '-' is standard input; default: the latest deadlock of the server (--url)")
    private @Nullable String file;

    @Option(names = "--mask", description = "statements without their values and comments, for a ticket")
    private boolean mask;

    @ArgGroup(
            exclusive = false,
            heading = "%nWho is batch; without these, by the first word of a comment in the statement"
                    + " (rowlock, batch or online):%n")
    private SideOptions sides = new SideOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Sides who = sides.sides(); // a pattern that is wrong is told before anything is read
        ReportText text =
                file == null ? ReportText.ofServer(RowlockCommand.global(spec).account()) : ReportText.ofFile(file);
        SqlDisplay display = mask ? SqlDisplay.MASKED : SqlDisplay.AS_PRINTED;
        List<Deadlock> deadlocks = new DeadlockReader(who, display, text.numbering()).read(text.text());
        RowlockCommand.output(spec).answer(DeadlockJson.of(deadlocks), DeadlockText.of(deadlocks));
        return ExitCode.DONE.number();
    }
}
