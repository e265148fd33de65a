package dev.rowlock.cli.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.BatchHandler;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.WhenEmpty;
import dev.rowlock.claim.work.WorkCounts;
import dev.rowlock.claim.work.WorkSettings;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.table.TableOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock table work}. */
@Command(name = "work", sortOptions = false, description = "Works the table until it is stopped, or empty.")
public final class WorkCommand implements Callable<Integer> {
    @Mixin
    private TableOptions table = new TableOptions();

    @Option(names = "--noop", description = "do nothing with each row, and complete it")
    private boolean noop;

    @Option(names = "--concurrency", paramLabel = "N", description = "calls at one time; default: 8")
    private int concurrency = 8;

    @Option(names = "--batch", paramLabel = "N", description = "rows of one claim; default: 50")
    private int batch = 50;

    @Option(names = "--until-empty", description = "end when nothing is ready or in flight any more")
    private boolean untilEmpty;

    @Option(names = "--grace", paramLabel = "TIME", description = "how long to wait for running work at the end")
    private Duration grace = Duration.ofSeconds(30);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private static final BatchHandler NOTHING = rows -> Collections.nCopies(rows.size(), Outcome.done());

    @Override
    public Integer call() throws InterruptedException {
        Output output = RowlockCommand.output(spec);
        try (Server server = table.connect(spec, PoolSize.ofWorker(concurrency))) {
            LeaseTable leases = table.open(server);
            WorkSettings settings = WorkSettings.builder()
                    .name("rowlock")
                    .batch(batch)
                    .concurrency(noop ? 1 : concurrency)
                    .whenEmpty(untilEmpty ? WhenEmpty.END : WhenEmpty.WAIT)
                    .build();
            long start = System.nanoTime();
            try (LeaseWorker worker =
                    LeaseWorker.ofBatches(leases, NOTHING, settings).start()) {
                worker.awaitEnd();
                worker.close(grace);
                WorkCounts counts = worker.counts();
                double seconds = (System.nanoTime() - start) / 1e9;
                output.answer(counts, counts + " rows/s " + Math.round(counts.done() / seconds));
            }
            return ExitCode.DONE.number();
        }
    }
}
