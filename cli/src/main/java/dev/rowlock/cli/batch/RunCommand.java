package dev.rowlock.cli.batch;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.CloseReport;
import dev.rowlock.batch.RowHandler;
import dev.rowlock.batch.RunEvent;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.work.ProgramSettings;
import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock batch run}. */
@Command(
        name = "run",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Changes, deletes, archives or handles the rows of a live table that fulfil a condition, chunk by chunk along the primary key, and",
            "gives way to online traffic: rows that somebody holds are passed over and come back to. Any number of processes may join a run,",
            "leave it or die; each row is done once.",
            ""
        },
        footer = {
            "",
            "SIGTERM or Ctrl-C ends this process after the chunks under way; the run can be gone on with. A second one ends it at once.",
            "Exit code 0: every row that matched is accounted for; 1: stopped, cancelled or left before the end, or rows are still held or failed;",
            "2: wrong usage, or a plan that cannot be done; 3: the server could not be reached.",
            "",
            "Examples:",
            "  rowlock batch run --table orders --where \"status = 'PENDING' AND modified_at < :cutoff\" \\",
            "      --param cutoff=2026-01-01 --set \"status = 'OVERDUE'\" --window '02:00-04:00 Europe/Berlin'",
            "  rowlock batch run --plan overdue.yaml --threads 2",
            "  rowlock batch run --join 7"
        })
final class RunCommand implements Callable<Integer> {
    private static final int CONNECTIONS_BESIDE_THREADS = 4;

    @Mixin
    private PlanOptions plan = new PlanOptions();

    @Option(names = "--join", paramLabel = "RUN", description = "take part in a run that exists")
    private @Nullable Long join;

    @ArgGroup(exclusive = false, heading = "%nThis process:%n")
    private ProcessOptions process = new ProcessOptions();

    @Mixin
    private BatchServer where = new BatchServer();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** How this process works. */
    static final class ProcessOptions {
        @Option(names = "--threads", paramLabel = "N", description = "shards worked at the same time; default: 1")
        private int threads = 1;

        @Option(
                names = "--lease",
                paramLabel = "TIME",
                description = "how long a shard stays with a process that died; default: 20s")
        private Duration lease = Duration.ofSeconds(20);

        @Option(
                names = "--grace",
                paramLabel = "TIME",
                description = "how long the chunks under way may take at the end; default: 30s")
        private Duration grace = Duration.ofSeconds(30);

        @Option(
                names = "--kill-after",
                paramLabel = "TIME",
                description = "from SIGTERM to SIGKILL for a program of --exec that has to end; default: 5s")
        private Duration killAfter = Duration.ofSeconds(5);

        @Option(
                names = "--timeout",
                paramLabel = "TIME",
                description = "longest run of a program of --exec; default: none")
        private @Nullable Duration timeout;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (join != null && plan.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "a run that exists has its plan: give --join alone, or with --exec");
        }
        WorkerSettings settings =
                WorkerSettings.standard().withThreads(process.threads).withLease(process.lease);
        WorkOutput output = new WorkOutput(RowlockCommand.output(spec));
        PlanDraft draft = join == null ? plan.draft() : new PlanDraft();
        BatchPlan wanted = join == null ? draft.build() : null; // what is wrong in it is told before anybody connects
        Optional<String> program = join == null ? draft.program() : Optional.ofNullable(plan.program());
        if (wanted != null && wanted.action() instanceof Action.Handle && program.isEmpty()) {
            throw new ConfigurationException("the plan gives its rows to a program: name it with --exec");
        }
        try (Server server = where.connect(spec, new PoolSize(process.threads + CONNECTIONS_BESIDE_THREADS))) {
            Batches batches = where.batches(server);
            long run = wanted == null ? require(batches) : start(server, batches, wanted, draft.key(), output);
            BatchRun part = new BatchRun(output, batches, run, process.grace, where.again());
            if (wanted == null) {
                RunStatus status = batches.status(run);
                if (status.state().isOver() || status.state() == RunState.STOPPED) {
                    return part.summary(status, new CloseReport(0, 0)).number();
                }
            }
            long lastEvent = wanted == null ? lastEvent(batches, run) : 0;
            RowHandler handler = program.map(command -> new ProgramRows(
                            run,
                            new ProgramSettings(command, process.killAfter, Optional.ofNullable(process.timeout)),
                            part::fail))
                    .orElse(null);
            RunTeller teller = new RunTeller(output, run);
            BatchWorker worker = batches.join(run, settings, handler, teller);
            return part.work(worker, teller, lastEvent).number();
        }
    }

    private long require(Batches batches) {
        long run = join == null ? 0 : join;
        batches.status(run); // one that does not exist is told
        return run;
    }

    private static long start(Server server, Batches batches, BatchPlan plan, List<String> key, WorkOutput output) {
        KeyCheck.require(server, plan.table(), key);
        long run = batches.start(plan);
        String message = "run " + run + " '" + plan.name() + "' on " + plan.table() + " started";
        output.event(RunJson.message("started", run, message), message);
        return run;
    }

    /** Somebody who joins does not want to read what was decided before. */
    private static long lastEvent(Batches batches, long run) {
        long last = 0;
        List<RunEvent> events = batches.events(run, last, 1_000);
        while (!events.isEmpty()) {
            last = events.get(events.size() - 1).id();
            events = batches.events(run, last, 1_000);
        }
        return last;
    }
}
