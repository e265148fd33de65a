package dev.rowlock.cli.batch;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.batch.PlanSettings;
import dev.rowlock.batch.PlannedWindow;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.diagnose.collision.CollisionProbe;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock batch plan}. */
@Command(
        name = "plan",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Says what a batch would do here, in seconds whatever the table's size: its statements with the server's plans and the locks each",
            "takes, how many rows match and how long they take, whether that fits the window, how many rows online traffic writes at the same",
            "time, and what stands in the way. Writes nothing and creates nothing.",
            ""
        },
        footer = {
            "",
            "Exit code 0: it can start; 1: something stands in the way, or it will not be through when its window closes;",
            "2: wrong usage, or a plan that cannot be done.",
            "",
            "Examples:",
            "  rowlock batch plan --plan overdue.yaml",
            "  rowlock batch plan --table orders --where \"status = 'PENDING'\" --delete --probe"
        })
final class PlanCommand implements Callable<Integer> {
    private static final int CONNECTIONS = 6;

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Option(names = "--sample", paramLabel = "TIME", description = "how long to look at rows; default: 1s")
    private Duration sample = Duration.ofSeconds(1);

    @Option(
            names = "--collisions",
            paramLabel = "TIME",
            description = "how long to watch which rows online traffic writes; 0: not at all; default: 1500ms")
    private Duration collisions = Duration.ofMillis(1_500);

    @Option(
            names = "--probe",
            description = {
                "prove with two sessions that a chunk passes over a row that somebody holds;",
                "locks one row for some milliseconds, and writes nothing"
            })
    private boolean probe;

    @Mixin
    private BatchServer where = new BatchServer();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PlanDraft draft = plan.draft();
        BatchPlan wanted = draft.build(); // what is wrong in it is told before anybody connects
        try (Server server = where.connect(spec, new PoolSize(CONNECTIONS))) {
            KeyCheck.require(server, wanted.table(), draft.key());
            PlanReport report = where.batches(server).plan(wanted, settings(server));
            RowlockCommand.output(spec)
                    .answer(PlanJson.of(report), new PlanReportText(report, ZoneId.systemDefault()).text());
            boolean late = report.window()
                    .map(window -> window.fit() == PlannedWindow.Fit.WILL_NOT)
                    .orElse(false);
            return (report.canStart() && !late ? ExitCode.DONE : ExitCode.NO).number();
        }
    }

    private PlanSettings settings(Server server) {
        PlanSettings settings = PlanSettings.standard()
                .withSampling(sample)
                .withProbing(probe ? PlanSettings.Probing.TWO_SESSIONS : PlanSettings.Probing.READ_ONLY);
        return collisions.isZero()
                ? settings
                : settings.withCollisions(new ProbedCollisions(collisions(server)), collisions);
    }

    private CollisionProbe collisions(Server server) {
        Account account = RowlockCommand.global(spec).account();
        return CollisionProbe.of(server.newSessions())
                .rowEvents(LogAddress.ofJdbc(account.url(), account.userOrNull(), account.passwordOrNull()));
    }
}
