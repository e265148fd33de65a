package dev.rowlock.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.benchmarks.internal.sql.PeerStatements;
import dev.rowlock.benchmarks.queue.Enqueuers;
import dev.rowlock.benchmarks.queue.Ground;
import dev.rowlock.benchmarks.queue.Timing;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration.JobRunrConfigurationResult;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;

/** JobRunr, the free edition. */
public final class JobRunrPeer implements Peer {
    static {
        // On a busy machine it warns of filters that took 10 ms, for each batch.
        System.setProperty("org.slf4j.simpleLogger.log.org.jobrunr", "error");
    }

    private static volatile Progress progress = new Progress();

    /** A job as JobRunr wants it: JSON of a class of the application's. */
    public record Noop(String text) implements JobRequest {
        @Override
        public Class<NoopHandler> getJobRequestHandler() {
            return NoopHandler.class;
        }
    }

    /** Made by JobRunr for each job. */
    public static final class NoopHandler implements JobRequestHandler<Noop> {
        @Override
        public void run(Noop job) {
            progress.jobRuns();
        }
    }

    @Override
    public String name() {
        return "JobRunr";
    }

    @Override
    public String settings() {
        return "JobRunr 8.7.0 (free edition): job requests and not lambdas; enqueue of a stream, which it saves in batches of 5000; worker count"
                + " as threads; poll interval 5 s, the shortest for SQL (a server with idle workers asks for more at once); its own tables";
    }

    @Override
    public void prepare(Ground ground) throws SQLException {
        for (String statement : PeerStatements.JOBRUNR_DROP) {
            ground.execute(statement);
        }
    }

    @Override
    public Timing run(Ground ground, int threads, int jobs) throws SQLException {
        progress = new Progress();
        try (HikariDataSource pool = ground.otherPool(threads + 10, Ground.Commits.BY_STATEMENT)) {
            StorageProvider storage = SqlStorageProviderFactory.using(pool);
            JobRunrConfigurationResult jobRunr = JobRunr.configure()
                    .useJsonMapper(new JacksonJsonMapper())
                    .useStorageProvider(storage)
                    .useBackgroundJobServer(
                            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                                    .andWorkerCount(threads)
                                    .andPollInterval(Duration.ofSeconds(5)),
                            false)
                    .initialize();
            try {
                double enqueue = Enqueuers.seconds(
                        ENQUEUERS,
                        jobs,
                        (from, before) -> jobRunr.getJobRequestScheduler()
                                .enqueue(IntStream.range(from, before).mapToObj(at -> new Noop(Payload.TEXT))));
                jobRunr.getBackgroundJobServer().start();
                return new Timing(jobs, enqueue, progress.await(jobs, pool, PeerStatements.JOBRUNR_LEFT));
            } finally {
                JobRunr.destroy();
                storage.close();
            }
        }
    }
}
