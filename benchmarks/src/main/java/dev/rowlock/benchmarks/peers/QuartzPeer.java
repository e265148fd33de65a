package dev.rowlock.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.benchmarks.internal.sql.PeerStatements;
import dev.rowlock.benchmarks.queue.Enqueuers;
import dev.rowlock.benchmarks.queue.Ground;
import dev.rowlock.benchmarks.queue.Timing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** Quartz with its JDBC store. */
public final class QuartzPeer implements Peer {
    private static final String SOURCE = "bench";
    private static final int CHUNK = 500;
    private static volatile Progress progress = new Progress();

    /** Made by Quartz for each firing. */
    public static final class Noop implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            progress.jobRuns();
        }
    }

    /** The bench's pool, as Quartz wants it. */
    private record Pool(HikariDataSource source) implements ConnectionProvider {
        @Override
        public Connection getConnection() throws SQLException {
            return source.getConnection();
        }

        @Override
        public void shutdown() {}

        @Override
        public void initialize() {}
    }

    @Override
    public String name() {
        return "Quartz";
    }

    @Override
    public String settings() {
        return "Quartz 2.5.2: JobStoreTX, clustered as everybody here may run in several processes; one durable job and a trigger for each"
                + " firing; batchTriggerAcquisitionMaxCount = threads with acquireTriggersWithinLock, as its configuration reference demands"
                + " for batches; batchTriggerAcquisitionFireAheadTimeWindow 1000; idleWaitTime 1000; its InnoDB tables";
    }

    @Override
    public void prepare(Ground ground) throws SQLException {
        for (String statement : tables().split(";", -1)) {
            String sql = statement.strip();
            if (!sql.isEmpty() && !sql.equalsIgnoreCase("commit")) {
                ground.execute(sql);
            }
        }
    }

    /** The script that comes with Quartz. */
    private static String tables() {
        try (InputStream script = Job.class.getResourceAsStream(PeerStatements.QUARTZ_SCRIPT)) {
            if (script == null) {
                throw new IllegalStateException("Quartz's jar holds no " + PeerStatements.QUARTZ_SCRIPT);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^#.*$", "");
        } catch (IOException e) {
            throw new IllegalStateException("Quartz's jar cannot be read", e);
        }
    }

    @Override
    public Timing run(Ground ground, int threads, int jobs) throws SQLException {
        progress = new Progress();
        try (HikariDataSource pool = ground.otherPool(threads + 10, Ground.Commits.BY_STATEMENT)) {
            DBConnectionManager.getInstance().addConnectionProvider(SOURCE, new Pool(pool));
            Scheduler scheduler = new StdSchedulerFactory(properties(threads)).getScheduler();
            try {
                JobDetail job = JobBuilder.newJob(Noop.class)
                        .withIdentity("noop")
                        .storeDurably()
                        .build();
                double enqueue =
                        Enqueuers.seconds(ENQUEUERS, jobs, (from, before) -> schedule(scheduler, job, from, before));
                scheduler.start();
                return new Timing(jobs, enqueue, progress.await(jobs, pool, PeerStatements.QUARTZ_LEFT));
            } finally {
                scheduler.shutdown(true);
            }
        } catch (SchedulerException e) {
            throw new SQLException("Quartz refuses: " + e.getMessage(), e);
        }
    }

    private static void schedule(Scheduler scheduler, JobDetail job, int from, int before) throws SQLException {
        try {
            for (int done = from; done < before; done += CHUNK) {
                Set<Trigger> triggers = new HashSet<>();
                for (int at = done; at < Math.min(before, done + CHUNK); at++) {
                    triggers.add(TriggerBuilder.newTrigger()
                            .withIdentity("t" + at)
                            .forJob(job)
                            .usingJobData("payload", Payload.TEXT)
                            .startNow()
                            .build());
                }
                scheduler.scheduleJob(job, triggers, true);
            }
        } catch (SchedulerException e) {
            throw new SQLException("Quartz refuses: " + e.getMessage(), e);
        }
    }

    private static Properties properties(int threads) {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", "bench");
        properties.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        properties.setProperty("org.quartz.scheduler.idleWaitTime", "1000");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        properties.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(threads));
        properties.setProperty("org.quartz.scheduler.batchTriggerAcquisitionFireAheadTimeWindow", "1000");
        properties.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        properties.setProperty("org.quartz.threadPool.threadCount", Integer.toString(threads));
        properties.setProperty("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        properties.setProperty(
                "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.StdJDBCDelegate");
        properties.setProperty("org.quartz.jobStore.dataSource", SOURCE);
        properties.setProperty("org.quartz.jobStore.tablePrefix", "QRTZ_");
        properties.setProperty("org.quartz.jobStore.useProperties", "true");
        properties.setProperty("org.quartz.jobStore.isClustered", "true");
        properties.setProperty("org.quartz.jobStore.acquireTriggersWithinLock", "true");
        properties.setProperty("org.quartz.jobStore.misfireThreshold", "3600000");
        return properties;
    }
}
