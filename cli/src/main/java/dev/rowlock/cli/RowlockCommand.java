package dev.rowlock.cli;

import dev.rowlock.cli.batch.BatchCommand;
import dev.rowlock.cli.bench.BenchCommand;
import dev.rowlock.cli.demo.DemoCommand;
import dev.rowlock.cli.demo.DemoWorkerCommand;
import dev.rowlock.cli.diagnose.CollisionsCommand;
import dev.rowlock.cli.diagnose.DeadlocksCommand;
import dev.rowlock.cli.diagnose.DoctorCommand;
import dev.rowlock.cli.diagnose.WhyCommand;
import dev.rowlock.cli.queue.EnqueueCommand;
import dev.rowlock.cli.queue.JobsCommand;
import dev.rowlock.cli.queue.MigrateCommand;
import dev.rowlock.cli.queue.QueueWorkCommand;
import dev.rowlock.cli.queue.QueuesCommand;
import dev.rowlock.cli.queue.SchedulesCommand;
import dev.rowlock.cli.table.TableCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code rowlock}. */
@Command(
        name = "rowlock",
        versionProvider = Version.class,
        description = {"Turns MySQL and MariaDB tables into dependable work queues.", ""},
        synopsisSubcommandLabel = "COMMAND",
        sortOptions = false,
        subcommands = {
            TableCommand.class,
            MigrateCommand.class,
            EnqueueCommand.class,
            QueueWorkCommand.class,
            JobsCommand.class,
            QueuesCommand.class,
            SchedulesCommand.class,
            BatchCommand.class,
            CollisionsCommand.class,
            DeadlocksCommand.class,
            DoctorCommand.class,
            WhyCommand.class,
            DemoCommand.class,
            BenchCommand.class,
            DemoWorkerCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done; 1 the answer is no (busy, not ready, nothing visible, lease lost, unhealthy);",
            "2 wrong usage or configuration; 3 the server could not be reached.",
            "",
            "Examples:",
            "  rowlock table check job_queue --url jdbc:mysql://localhost:3306/shop --user app",
            "  rowlock table work job_queue --exec './handle.sh' --concurrency 8",
            "  rowlock enqueue mails welcome '{\"to\": 7}'",
            "  rowlock work mails --exec './send.sh'",
            "  rowlock demo --seconds 30"
        })
public final class RowlockCommand implements Runnable {
    @Mixin
    private final GlobalOptions global;

    @Option(names = "--version", versionHelp = true, description = "print the version")
    @SuppressWarnings("UnusedVariable") // picocli answers it
    private boolean version;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "print this help")
    @SuppressWarnings("UnusedVariable") // picocli answers it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    RowlockCommand(Map<String, String> environment) {
        this.global = new GlobalOptions(environment);
    }

    /** Options given anywhere on the command line. */
    public static GlobalOptions global(CommandSpec spec) {
        return ((RowlockCommand) spec.root().userObject()).global;
    }

    /** Where the command's answer goes. */
    public static Output output(CommandSpec spec) {
        return new Output(
                global(spec).format(),
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
