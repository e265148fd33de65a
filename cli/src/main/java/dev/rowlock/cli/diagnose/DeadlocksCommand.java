package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.DeadlockReader;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.mysql.ConfigurationException;
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
            "nothing, unless a watch is told to keep a history.",
            ""
        },
        footer = {
            "",
            "Exit code 0, also when there is no deadlock. A watch ends with SIGTERM or Ctrl-C and prints a summary.",
            "",
            "Examples:",
            "  rowlock deadlocks /var/log/mysql/error.log --mask",
            "  rowlock deadlocks --url jdbc:mysql://localhost:3306/shop --batch-account nightly",
            "  mysql -e 'SHOW ENGINE INNODB STATUS' | rowlock deadlocks - --json",
            "  rowlock deadlocks --watch --mask --history ops --create-history --metrics-port 9187"
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

    @ArgGroup(exclusive = false, heading = "%nWatching a server (--url):%n")
    private @Nullable WatchOptions watch;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Sides who = sides.sides(); // a pattern that is wrong is told before anything is read
        SqlDisplay display = mask ? SqlDisplay.MASKED : SqlDisplay.AS_PRINTED;
        if (watch != null) {
            return watch(watch, who, display).number();
        }
        ReportText text =
                file == null ? ReportText.ofServer(RowlockCommand.global(spec).account()) : ReportText.ofFile(file);
        List<Deadlock> deadlocks = new DeadlockReader(who, display, text.numbering()).read(text.text());
        RowlockCommand.output(spec).answer(DeadlockJson.of(deadlocks), DeadlockText.of(deadlocks));
        return ExitCode.DONE.number();
    }

    private ExitCode watch(WatchOptions options, Sides who, SqlDisplay display) throws InterruptedException {
        if (file != null) {
            throw new ConfigurationException(
                    "--watch looks at a server (--url), not at a file: leave out " + file + ", or --watch");
        }
        return new WatchRun(options, new WatchTeller(RowlockCommand.output(spec)))
                .run(RowlockCommand.global(spec).account(), who, display);
    }
}
