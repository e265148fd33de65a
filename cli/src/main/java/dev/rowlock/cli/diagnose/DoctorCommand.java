package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.diagnose.doctor.Doctor;
import dev.rowlock.diagnose.doctor.DoctorReport;
import dev.rowlock.diagnose.doctor.DoctorSettings;
import dev.rowlock.diagnose.doctor.Probing;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock doctor}. */
@Command(
        name = "doctor",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Looks at the server and at tables for what stands in the way of going live, or makes it slow: each finding with what is so, why",
            "it matters here, and the statement or setting that mends it. Reads only, each statement under a time limit of its own.",
            ""
        },
        footer = {
            "",
            "Exit code 0: nothing blocks going live; 1: something does.",
            "",
            "Examples:",
            "  rowlock doctor --url jdbc:mysql://localhost:3306/shop --user app",
            "  rowlock doctor orders --batch-predicate \"status = 'PENDING' AND modified_at < NOW() - INTERVAL 30 DAY\" --probe",
            "  rowlock doctor job_queue --markdown > ticket.md"
        })
public final class DoctorCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "TABLE",
            description = "table or schema.table; default: the tables of the URL's schema that look like queues")
    private List<String> tables = List.of();

    @Option(
            names = "--probe",
            description = {
                "prove with two sessions that SKIP LOCKED skips, NOWAIT answers and a batch gives way;",
                "locks up to three rows of each table for a few statements, and writes nothing"
            })
    private boolean probe;

    @Option(
            names = "--batch-predicate",
            paramLabel = "SQL",
            description =
                    "the condition of a planned batch, as it would stand behind WHERE; its statements are explained with it")
    private @Nullable String batchPredicate;

    @Option(
            names = "--long-transaction",
            paramLabel = "TIME",
            description = "age from which an open transaction or snapshot is told; default: 60s")
    private Duration longTransaction = DoctorSettings.standard().longTransaction();

    @Option(
            names = "--idle-transaction",
            paramLabel = "TIME",
            description = "time without a statement from which an open transaction is told; default: 10s")
    private Duration idleTransaction = DoctorSettings.standard().idleTransaction();

    @Option(names = "--markdown", description = "a report to paste into a ticket")
    private boolean markdown;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        if (markdown && output.isJson()) {
            throw new ParameterException(spec.commandLine(), "choose one of --json and --markdown");
        }
        List<TableName> names = tables.stream().map(TableName::parse).toList();
        DoctorSettings settings = settings(); // what is wrong in it is told before anybody connects
        try (Server server =
                Server.connect(RowlockCommand.global(spec).account(), PoolSize.ONE_COMMAND, SessionZone.SERVER)) {
            DoctorReport report = Doctor.of(server.newSessions(), settings).examine(names);
            output.answer(DoctorJson.of(report), markdown ? DoctorMarkdown.of(report) : DoctorText.of(report));
            return (report.blocksGoLive() ? ExitCode.NO : ExitCode.DONE).number();
        }
    }

    private DoctorSettings settings() {
        DoctorSettings settings = DoctorSettings.standard()
                .withTransactions(longTransaction, idleTransaction)
                .withProbing(probe ? Probing.TWO_SESSIONS : Probing.READ_ONLY);
        return batchPredicate == null ? settings : settings.withBatchPredicate(batchPredicate);
    }
}
