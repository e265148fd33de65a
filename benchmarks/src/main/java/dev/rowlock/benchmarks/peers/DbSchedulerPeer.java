package dev.rowlock.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.benchmarks.internal.sql.PeerStatements;
import dev.rowlock.benchmarks.queue.Enqueuers;
import dev.rowlock.benchmarks.queue.Ground;
import dev.rowlock.benchmarks.queue.Timing;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** db-scheduler with its polling strategy lock-and-fetch. */
public final class DbSchedulerPeer implements Peer {
    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public String settings() {
        return "db-scheduler 16.7.1: pollUsingLockAndFetch(1.0, 4.0), which its README gives for high throughput; scheduleBatch;"
                + " pollingInterval 100 ms (a full batch is followed by the next at once); its MySQL table without the index for priorities, which are off";
    }

    @Override
    public void prepare(Ground ground) throws SQLException {
        ground.execute(PeerStatements.DB_SCHEDULER_DROP);
        ground.execute(PeerStatements.DB_SCHEDULER_CREATE);
    }

    @Override
    public Timing run(Ground ground, int threads, int jobs) throws SQLException {
        Progress progress = new Progress();
        OneTimeTask<String> task =
                Tasks.oneTime("noop", String.class).execute((instance, context) -> progress.jobRuns());
        try (HikariDataSource pool = ground.otherPool(threads + 10, Ground.Commits.BY_STATEMENT)) {
            Scheduler scheduler = Scheduler.create(pool, task)
                    .threads(threads)
                    .pollingInterval(Duration.ofMillis(100))
                    .pollUsingLockAndFetch(1.0, 4.0)
                    .alwaysPersistTimestampInUTC()
                    .build();
            double enqueue = Enqueuers.seconds(ENQUEUERS, jobs, (from, before) -> {
                List<TaskInstance<?>> instances = new ArrayList<>(before - from);
                for (int at = from; at < before; at++) {
                    instances.add(task.instance(UUID.randomUUID().toString(), Payload.TEXT));
                }
                scheduler.scheduleBatch(instances, Instant.now());
            });
            try {
                scheduler.start();
                return new Timing(jobs, enqueue, progress.await(jobs, pool, PeerStatements.DB_SCHEDULER_LEFT));
            } finally {
                scheduler.stop();
            }
        }
    }
}
