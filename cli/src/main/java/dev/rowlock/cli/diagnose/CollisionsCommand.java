package dev.rowlock.cli.diagnose;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.diagnose.collision.BatchPredicate;
import dev.rowlock.diagnose.collision.CollisionProbe;
import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.Verdict;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock collisions}. */
@Command(
        name = "collisions",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Measures, before a batch runs, how many of the rows it would touch online traffic writes at the same time. Under 1 in",
            "100 is safe. Locks nothing and writes nothing: it counts along the primary key in small steps, then watches the row",
            "events of the binary log, or, where those cannot be had, a sample of the rows by a time column.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 the rate is under 1 in 100; 1 it is not, or not surely; 2 wrong usage or configuration; 3 no server.",
            "",
            "Row events need: GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO the account (MariaDB: BINLOG MONITOR), and",
            "binlog_format=ROW.",
            "",
            "Example:",
            "  rowlock collisions t_order --batch-predicate \"status = 'PENDING' AND modified_at < :cutoff\" \\",
            "      --param cutoff=2026-01-01 --seconds 60"
        })
public final class CollisionsCommand implements Callable<Integer> {
    /** Counting, two snapshots, and one to look at a table again that was altered meanwhile. */
    private static final PoolSize CONNECTIONS = new PoolSize(5);

    @Parameters(paramLabel = "TABLE", description = "table or schema.table; a name with a dot goes in `backticks`")
    @SuppressWarnings("NullAway.Init") // required
    private String table;

    @Option(
            names = "--batch-predicate",
            paramLabel = "SQL",
            required = true,
            description = "the rows the batch would touch: what stands after its WHERE, with :name for parameters")
    @SuppressWarnings("NullAway.Init") // required
    private String predicate;

    @Option(
            names = {"--param", "-p"},
            paramLabel = "NAME=VALUE",
            description = "a parameter's value; may be given again")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--seconds", paramLabel = "TIME", description = "how long to watch, 1 s to 1 h; default: 60")
    private Duration window = Duration.ofSeconds(60);

    @Option(
            names = "--time-column",
            paramLabel = "COLUMN",
            description =
                    "a column every online write changes, for when there are no row events; default: it is looked for")
    private @Nullable String timeColumn;

    @Option(
            names = "--ignore-connection",
            paramLabel = "ID",
            split = ",",
            description = "connections whose writes are not online traffic, such as a running batch's (MySQL)")
    private List<Long> ignoredConnections = List.of();

    @Option(
            names = "--ignore-comment",
            paramLabel = "TEXT",
            description = "the same for statements that begin with this comment (MariaDB); may be given again")
    private List<String> ignoredComments = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        TableName name = TableName.parse(table);
        BatchPredicate batch =
                new BatchPredicate(predicate, parameters); // what is wrong is told before anything is asked
        Account account = RowlockCommand.global(spec).account();
        Output output = RowlockCommand.output(spec);
        try (Server server = Server.connect(account, CONNECTIONS, SessionZone.SERVER)) {
            CollisionProbe probe = CollisionProbe.of(server.dataSource())
                    .rowEvents(LogAddress.ofJdbc(account.url(), account.userOrNull(), account.passwordOrNull()))
                    .ignoringConnections(new LinkedHashSet<>(ignoredConnections))
                    .ignoringComments(new LinkedHashSet<>(ignoredComments));
            if (timeColumn != null) {
                probe = probe.timeColumn(new Identifier(timeColumn));
            }
            if (!output.isJson()) {
                output.note("counting the rows, then watching " + name + " for " + window.toSeconds() + " s ...");
            }
            CollisionReport report = probe.run(name, batch, window);
            output.answer(CollisionJson.of(report), CollisionText.of(report));
            boolean safe = report.verdict() == Verdict.SAFE || report.verdict() == Verdict.NOTHING_TO_TOUCH;
            return (safe ? ExitCode.DONE : ExitCode.NO).number();
        }
    }
}
