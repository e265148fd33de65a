package dev.rowlock.cli.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.WhenEmpty;
import dev.rowlock.claim.work.WorkSettings;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.table.TableOptions;
import java.util.Collections;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
    @Mixin
    private TableOptions table = new TableOptions();

    @Mixin
    private WorkerOptions options = new WorkerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        WorkOutput output = new WorkOutput(RowlockCommand.output(spec));
        RunEnd end = new RunEnd();
        int programs = options.program().isPresent() ? options.concurrency() : 0;
        try (Server server = table.connect(spec, PoolSize.ofWorker(programs))) {
            LeaseTable leases = table.open(server);
            WorkSettings settings = WorkSettings.builder()
                    .name("rowlock")
                    .batch(options.batch())
                    .concurrency(Math.max(1, programs))
                    .whenEmpty(options.isUntilEmpty() ? WhenEmpty.END : WhenEmpty.WAIT)
                    .pauses(options.poll().first(), options.poll().longest())
                    .cancelPatience(options.cancelPatience())
                    .listener(new WorkTeller(output, end))
                    .build();
            return new WorkRun(output, end, options.grace())
                    .run(leases, worker(leases, settings, end))
                    .number();
        }
    }

    private LeaseWorker worker(LeaseTable leases, WorkSettings settings, RunEnd end) {
        return options.program()
                .map(program -> LeaseWorker.ofRows(leases, new ProgramHandler(leases, program, end::fail), settings))
                .orElseGet(() -> LeaseWorker.ofBatches(
                        leases, rows -> Collections.nCopies(rows.size(), Outcome.done()), settings));
    }
}
