package dev.rowlock.cli.bench;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How large the measures of the managed queue are: options of {@code rowlock bench}. Set by picocli, then read only. */
public final class QueueSizes {
    @Option(names = "--jobs", paramLabel = "N", description = "jobs of one round of P1, P3, P5 and P7; default: 100000")
    private int jobs = 100_000;

    @Option(names = "--batch", paramLabel = "N", description = "jobs of one claim and one INSERT; default: 1000")
    private int batch = 1_000;

    @Option(names = "--concurrency", paramLabel = "N", description = "handlers of the queue's worker; default: 8")
    private int concurrency = 8;

    @Option(
            names = "--queue-rounds",
            paramLabel = "N",
            description = "rounds of P1 to P7, after one to warm up; default: 5")
    private int rounds = 5;

    @Option(
            names = "--peer-jobs",
            paramLabel = "N",
            description =
                    "jobs of one round of db-scheduler; a third for JobRunr, a twentieth for Quartz; default: 9000")
    private int peerJobs = 9_000;

    @Option(
            names = "--peer-threads",
            paramLabel = "N",
            description = "threads of each peer, and handlers that each commit their completion alone; default: 50")
    private int peerThreads = 50;

    @Option(
            names = "--snapshot-jobs",
            paramLabel = "N",
            description = "jobs of P4 beside one old snapshot; default: 500000")
    private int snapshotJobs = 500_000;

    @Option(
            names = "--backlog",
            paramLabel = "N",
            description = "ready rows, and as many finished ones, of P5; default: 5000000")
    private int backlog = 5_000_000;

    @Option(
            names = "--start-jobs",
            paramLabel = "N",
            description =
                    "jobs of one round of P6, each enqueued alone; a sixth of them where workers poll; default: 100")
    private int startJobs = 100;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description =
                    "how long P6 counts the statements of an idle process, after half of it to settle; default: 20s")
    private Duration idle = Duration.ofSeconds(20);

    public int jobs() {
        return jobs;
    }

    public int batch() {
        return batch;
    }

    public int concurrency() {
        return concurrency;
    }

    public int rounds() {
        return rounds;
    }

    public int peerJobs() {
        return peerJobs;
    }

    public int peerThreads() {
        return peerThreads;
    }

    public int snapshotJobs() {
        return snapshotJobs;
    }

    public int backlog() {
        return backlog;
    }

    public int startJobs() {
        return startJobs;
    }

    public Duration idle() {
        return idle;
    }

    void check() {
        require(jobs >= 1_000, "--jobs", jobs, "at least 1000");
        require(batch >= 1 && batch <= 1_000, "--batch", batch, "1 to 1000");
        require(concurrency >= 1 && concurrency <= 1_000, "--concurrency", concurrency, "1 to 1000");
        require(rounds >= 1, "--queue-rounds", rounds, "at least 1");
        require(peerJobs >= 1_000, "--peer-jobs", peerJobs, "at least 1000");
        require(peerThreads >= 1 && peerThreads <= 100, "--peer-threads", peerThreads, "1 to 100");
        require(snapshotJobs >= 10_000, "--snapshot-jobs", snapshotJobs, "at least 10000");
        require(backlog >= 1_000, "--backlog", backlog, "at least 1000");
        require(startJobs >= 10, "--start-jobs", startJobs, "at least 10");
        // An idle process asks the server every five seconds.
        require(idle.toSeconds() >= 5, "--idle", idle.toSeconds() + " s", "at least 5 s");
    }

    private static void require(boolean holds, String option, Object value, String bounds) {
        if (!holds) {
            throw new ConfigurationException(option + " is " + bounds + ", not " + value);
        }
    }
}
