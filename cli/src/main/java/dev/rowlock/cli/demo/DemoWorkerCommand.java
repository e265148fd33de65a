package dev.rowlock.cli.demo;

import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.claim.work.WorkCounts;
import dev.rowlock.claim.work.WorkSettings;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.Signals;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One worker process of the demo, on both tables. It ends when its standard input does: with the demo itself at the latest. */
@Command(name = "demo-worker", hidden = true, description = "One worker process of the demo.")
public final class DemoWorkerCommand implements Callable<Integer> {
    /** Short, so that the demo shows within seconds what happens when a holder dies. */
    static final Duration LEASE = Duration.ofSeconds(4);

    private static final int CONCURRENCY = 4;
    private static final Duration GRACE = Duration.ofSeconds(5);

    @Option(names = "--name", required = true)
    @SuppressWarnings("NullAway.Init") // required
    private String name;

    @Option(names = "--pretend")
    private Duration pretend = Duration.ofMillis(20);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Output output = RowlockCommand.output(spec);
        try (Signals signals = Signals.ignoringInterrupt();
                Server server = Server.connect(
                        RowlockCommand.global(spec).account(), PoolSize.ofWorker(2 * CONCURRENCY), SessionZone.SERVER);
                LeaseWorker jobs = worker(server, "job_queue");
                LeaseWorker tasks = worker(server, "task_queue")) {
            jobs.start();
            tasks.start();
            while (System.in.read() >= 0) {
                // nothing is said, only the end counts
            }
            jobs.close(GRACE);
            tasks.close(GRACE);
            output.json(summary(jobs.counts(), tasks.counts()));
        }
        return ExitCode.DONE.number();
    }

    private LeaseWorker worker(Server server, String table) {
        LeaseTable leases = LeaseTable.open(
                server.transactions(),
                TableLayout.of(table),
                LeaseSettings.standard().withLease(LEASE));
        WorkSettings settings = WorkSettings.builder()
                .name(name + "-" + table)
                .batch(20)
                .concurrency(CONCURRENCY)
                .build();
        return LeaseWorker.ofRows(leases, new EffectHandler(server.transactions(), leases, name, pretend), settings);
    }

    private Map<String, Object> summary(WorkCounts jobs, WorkCounts tasks) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("worker", name);
        for (Map.Entry<String, WorkCounts> one :
                List.of(Map.entry("job_queue", jobs), Map.entry("task_queue", tasks))) {
            WorkCounts counts = one.getValue();
            json.put(
                    one.getKey(),
                    Map.of("done", counts.done(), "lost", counts.lost(), "reclaimed", counts.reclaimed()));
        }
        return json;
    }
}
