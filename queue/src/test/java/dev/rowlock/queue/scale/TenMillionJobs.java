package dev.rowlock.queue.scale;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.QueueCounts;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import dev.rowlock.queue.Worker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.awaitility.Awaitility;

/**
 * What {@link Queues#counts()} costs with ten million jobs, and how long the census takes to have counted them: {@code TenMillionJobs URL}, on an empty schema or one
 * that a run of this has filled.
 */
public final class TenMillionJobs {
    private static final int READS = 200;

    private TenMillionJobs() {}

    public static void main(String[] arguments) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setMaximumPoolSize(8);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Schema.migrate(pool);
            Queues queues = Queues.open(pool);
            queues.queue("mails");
            fill(pool);
            long begun = System.nanoTime();
            // A worker of another queue, whose process keeps house.
            try (Worker worker = queues.queue("others")
                    .worker()
                    .handle(JobKind.text("other"), job -> JobOutcome.done())
                    .start()) {
                Awaitility.await()
                        .atMost(Duration.ofMinutes(20))
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> total(counts(queues)) == 10_000_000
                                && counts(queues).countedAt().isPresent());
                System.out.printf(
                        Locale.ROOT, "counted for the first time after %.1f s: %s%n", seconds(begun), counts(queues));
                time(queues);
                begun = System.nanoTime();
                execute(pool, "DELETE FROM rowlock_job WHERE queue_id = 1 ORDER BY priority, id LIMIT 5000");
                Awaitility.await()
                        .atMost(Duration.ofMinutes(20))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> total(counts(queues)) == 9_995_000);
                System.out.printf(
                        Locale.ROOT,
                        "5000 jobs taken at the beginning of a quiet lane are known after %.1f s; held by the worker: %d%n",
                        seconds(begun),
                        worker.counts().held());
            }
        }
    }

    private static QueueCounts counts(Queues queues) {
        return Objects.requireNonNull(queues.counts().get("mails"));
    }

    private static long total(QueueCounts counts) {
        return counts.ready() + counts.running() + counts.delayed() + counts.dead();
    }

    private static void time(Queues queues) {
        List<Double> millis = new ArrayList<>();
        for (int read = 0; read < READS; read++) {
            long begun = System.nanoTime();
            queues.counts();
            millis.add((System.nanoTime() - begun) / 1e6);
        }
        System.out.printf(Locale.ROOT, "first read %.2f ms", millis.get(0));
        Collections.sort(millis);
        System.out.printf(
                Locale.ROOT,
                ", of %d reads p50 %.2f ms, p99 %.2f ms, worst %.2f ms%n",
                READS,
                millis.get(READS / 2),
                millis.get(READS * 99 / 100),
                millis.get(READS - 1));
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Eight million ready jobs in two lanes, a million delayed, a million dead. */
    private static void fill(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            try (ResultSet row =
                    statement.executeQuery("SELECT COUNT(*) FROM (SELECT 1 FROM rowlock_dead LIMIT 1) any_row")) {
                row.next();
                if (row.getLong(1) > 0) {
                    return;
                }
            }
            statement.execute("CREATE TABLE thousand (n INT PRIMARY KEY)");
            for (int n = 0; n < 1_000; n++) {
                statement.addBatch("INSERT INTO thousand VALUES (" + n + ")");
            }
            statement.executeBatch();
            for (int million = 0; million < 10; million++) {
                statement.execute(insert(million));
                System.out.println("filled " + (million + 1) + " M");
            }
        }
    }

    private static String insert(int million) {
        String id = "UNHEX(CONCAT('019" + (million < 8 ? 0 : million - 7) + "', LPAD(HEX(" + million
                + " * 1000000 + a.n * 1000 + b.n), 12, '0'), '7000800000000000'))";
        String from = " FROM thousand a, thousand b ORDER BY a.n, b.n";
        if (million < 8) {
            return "INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, kind, payload) SELECT 1, "
                    + (million < 7 ? 2 : 3) + ", " + id + ", 20, 'mail', 'order 1234567890'" + from;
        }
        return million == 8
                ? "INSERT INTO rowlock_delayed (due_at, queue_id, priority, id, max_attempts, kind, payload) SELECT UTC_TIMESTAMP(6) + INTERVAL 5 DAY, 1, 2, "
                        + id + ", 20, 'mail', 'order 1234567890'" + from
                : "INSERT INTO rowlock_dead (id, queue_id, priority, token, attempts, max_attempts, kind, payload, died_at, reason) SELECT "
                        + id + ", 1, 2, 1, 20, 20, 'mail', 'order 1234567890', UTC_TIMESTAMP(6), 'no'" + from;
    }

    private static void execute(HikariDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
