package dev.rowlock.cli.diagnose;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.collision.BatchPredicate;
import dev.rowlock.diagnose.collision.CollisionProbe;
import dev.rowlock.diagnose.oncall.Collisions;
import dev.rowlock.diagnose.oncall.Why;
import dev.rowlock.diagnose.oncall.WhyLimits;
import dev.rowlock.diagnose.oncall.WhyQuestion;
import dev.rowlock.diagnose.oncall.WhyReport;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock why}. */
@Command(
        name = "why",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Says why statements on a table are slow now, when P99 jumps and the slow log is clean. Looks for half a minute, in the order in",
            "which it decides: deadlocks and who was rolled back, collision rate, lock waits, then the rest; and prints the first cause with",
            "its evidence. Reads only.",
            ""
        },
        footer = {
            "",
            "Exit code 0: nothing in the server explains it; 1: a cause was found.",
            "",
            "Examples:",
            "  rowlock why orders --url jdbc:mysql://localhost:3306/shop --batch-account nightly",
            "  rowlock why shop.orders --seconds 60 --json",
            "  rowlock why orders --batch-predicate \"status = 'PENDING' AND modified_at < :cutoff\" --param cutoff=2026-01-01"
        })
public final class WhyCommand implements Callable<Integer> {
    /** Two for the looks, five for the collision rate. */
    private static final PoolSize CONNECTIONS = new PoolSize(7);

    @Parameters(paramLabel = "TABLE", description = "the table, or schema.table")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String table;

    @Option(names = "--seconds", paramLabel = "N", description = "how long to look; default: 30")
    private int seconds = 30;

    @Option(
            names = "--batch-predicate",
            paramLabel = "SQL",
            description =
                    "measure the collision rate, too: the rows that the batch touches, what stands after its WHERE, with :name for"
                            + " parameters")
    private @Nullable String predicate;

    @Option(
            names = {"--param", "-p"},
            paramLabel = "NAME=VALUE",
            description = "a parameter's value; may be given again")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @ArgGroup(
            exclusive = false,
            heading = "%nWho is batch; without these, by the first word of a comment in the statement"
                    + " (rowlock, batch or online):%n")
    private @Nullable SideOptions sides;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Sides who = sides == null ? Sides.byComment() : sides.sides();
        WhyQuestion question =
                new WhyQuestion(TableName.parse(table), Duration.ofSeconds(seconds), who, WhyLimits.standard());
        BatchPredicate batch = predicate == null ? null : new BatchPredicate(predicate, parameters);
        Account account = RowlockCommand.global(spec).account();
        try (Server server = Server.connect(account, CONNECTIONS, SessionZone.SERVER)) {
            Why why = Why.of(server.dataSource());
            if (batch != null) {
                CollisionProbe probe = CollisionProbe.of(server.dataSource())
                        .rowEvents(LogAddress.ofJdbc(account.url(), account.userOrNull(), account.passwordOrNull()));
                why = why.collisions(Collisions.of(server.dataSource(), probe, batch, who));
            }
            WhyReport report = why.ask(question);
            RowlockCommand.output(spec).answer(WhyJson.of(report), WhyText.of(report));
            return (report.finding().isPresent() ? ExitCode.NO : ExitCode.DONE).number();
        }
    }
}
