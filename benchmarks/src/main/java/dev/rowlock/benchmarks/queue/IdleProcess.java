package dev.rowlock.benchmarks.queue;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * P6d: what a process with one idle worker asks the server. Its pool is in autocommit, as pools come: there a look is one statement, and where it is not, two, since it
 * has to be committed.
 */
final class IdleProcess {
    private static final double GOAL = 0.5;

    private final Bench bench;
    private final Ground ground;

    IdleProcess(Bench bench, Ground ground) {
        this.bench = bench;
        this.ground = ground;
    }

    Measure measure() throws SQLException {
        Duration idle = bench.sizes().idle();
        double value;
        try (StatementCount statements = StatementCount.of(bench.sessions(), ground);
                HikariDataSource pool = ground.otherPool(4, Ground.Commits.BY_STATEMENT);
                Worker worker = Queues.open(pool)
                        .queue("idle")
                        .worker()
                        .handle(NoopJobs.KIND, job -> JobOutcome.done())
                        .start()) {
            LockSupport.parkNanos(idle.toNanos() / 2);
            long before = statements.read();
            long start = System.nanoTime();
            LockSupport.parkNanos(idle.toNanos());
            double seconds = (System.nanoTime() - start) / 1e9;
            value = (statements.read() - before) / seconds;
            bench.say(
                    "P6d idle for %.0f s: %.2f statements/s; held %d",
                    seconds, value, worker.counts().held());
        }
        return new Measure(
                "P6d",
                "statements/s of an idle process with one worker",
                value,
                "< " + GOAL,
                Met.when(value < GOAL),
                List.of(value, value),
                idle.toSeconds() + " s of nothing to do, as the server counts statements, housekeeping included",
                Map.of());
    }
}
