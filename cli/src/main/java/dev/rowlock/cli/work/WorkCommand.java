package dev.rowlock.cli.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.WhenEmpty;
import dev.rowlock.claim.work.WorkSettings;
import dev.rowlock.cli.DurationRange;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.table.TableOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock table work}. */
@Command(
        name = "work",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Works the table: claims rows, runs one program for each, keeps their leases alive meanwhile, writes what came of",
            "each, and takes back rows of workers that are gone. Any number of workers may work one table. It is at-least-once:",
            "a row may be worked on twice, so the program should use the row's id to do its effect once.",
            ""
        },
        footer = {
            "",
            "The program runs as /bin/sh -c CMD, with the payload on standard input and in its environment:",
            "  ROWLOCK_TABLE, ROWLOCK_ID, ROWLOCK_ATTEMPT       the row; a composite key as a,b",
            "  ROWLOCK_TOKEN, ROWLOCK_LEASE_UNTIL, ROWLOCK_CLAIMED_AT, ROWLOCK_OWNER   those the table has a column for",
            "  ROWLOCK_PAYLOAD_NULL=1                           the payload is NULL (standard input is empty)",
            "How it ends decides:",
            "  exit code 0     the row is done",
            "  exit code 75    not now (EX_TEMPFAIL): ready again after the backoff, no attempt counted",
            "  anything else   an attempt failed: ready again after the backoff, dead at --max-attempts;",
            "                  the last lines of its output are the reason",
            "A program whose lease is lost, or that is still at work when --grace is over, gets SIGTERM, then SIGKILL.",
            "",
            "SIGTERM or Ctrl-C ends the worker: it claims no more, finishes what runs, gives back the rest; a second one ends it at once.",
            "",
            "Examples:",
            "  rowlock table work orders_todo --exec './handle.sh' --concurrency 8 --batch 50 --lease 60s",
            "  rowlock table work job_queue --noop --batch 1000 --until-empty"
        })
public final class WorkCommand implements Callable<Integer> {
    /** What to do with a row. */
    static final class What {
        @Option(names = "--exec", paramLabel = "CMD", description = "run this program for each row")
        private @Nullable String command;

        @Option(names = "--noop", description = "do nothing with each row, and complete it")
        @SuppressWarnings("UnusedVariable") // that there is no command says as much
        private boolean nothing;
    }

    @Mixin
    private TableOptions table = new TableOptions();

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // required
    private What what;

    @Option(names = "--concurrency", paramLabel = "N", description = "programs at one time; default: 8")
    private int concurrency = 8;

    @Option(names = "--batch", paramLabel = "N", description = "rows of one claim; default: 50")
    private int batch = 50;

    @Option(
            names = "--until-empty",
            description = "end when nothing is ready or in flight any more, here or in another worker")
    private boolean untilEmpty;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "how long running programs may go on at the end; default: 30s")
    private Duration grace = Duration.ofSeconds(30);

    @Option(
            names = "--kill-after",
            paramLabel = "TIME",
            description = "from SIGTERM to SIGKILL for a program that has to end; default: 5s")
    private Duration killAfter = Duration.ofSeconds(5);

    @Option(names = "--timeout", paramLabel = "TIME", description = "longest run of a program; default: none")
    private @Nullable Duration timeout;

    @Option(
            names = "--poll",
            paramLabel = "TIME..TIME",
            description = "first and longest pause between looks at an empty table; default: 20ms..1s")
    private DurationRange poll = new DurationRange(Duration.ofMillis(20), Duration.ofSeconds(1));

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        WorkOutput output = new WorkOutput(RowlockCommand.output(spec));
        WorkRun run = new WorkRun(output, grace);
        int readers = what.command == null ? 0 : concurrency;
        try (Server server = table.connect(spec, PoolSize.ofWorker(readers))) {
            LeaseTable leases = table.open(server);
            WorkSettings settings = WorkSettings.builder()
                    .name("rowlock")
                    .batch(batch)
                    .concurrency(what.command == null ? 1 : concurrency)
                    .whenEmpty(untilEmpty ? WhenEmpty.END : WhenEmpty.WAIT)
                    .pauses(poll.first(), poll.longest())
                    .cancelPatience(killAfter.plusSeconds(5))
                    .listener(new WorkTeller(output, run))
                    .build();
            return run.run(leases, worker(leases, settings, run)).number();
        }
    }

    private LeaseWorker worker(LeaseTable leases, WorkSettings settings, WorkRun run) {
        if (what.command == null) {
            return LeaseWorker.ofBatches(leases, rows -> Collections.nCopies(rows.size(), Outcome.done()), settings);
        }
        ProgramSettings program = new ProgramSettings(what.command, killAfter, Optional.ofNullable(timeout));
        return LeaseWorker.ofRows(leases, new ProgramHandler(leases, program, run::fail), settings);
    }
}
