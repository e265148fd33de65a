package dev.rowlock.wakeup;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.RowEventSettings;
import dev.rowlock.queue.JobHandler;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import dev.rowlock.queue.Worker;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;

/** Processes that share tables and nothing else: each has its own connections, queues and workers. */
final class Processes {
    static final JobKind<String> MAIL = JobKind.text("mail");

    /** A server that is gone is noticed within a second. */
    static final RowEventSettings QUICK =
            new RowEventSettings(Duration.ofSeconds(5), Duration.ofMillis(200), Duration.ofSeconds(3));

    private Processes() {}

    /** MariaDB's default is MIXED; this module's tests want ROW but for the one that says so. */
    static void rowFormat(TestDatabase database) {
        if (database.isMariaDb()) {
            database.execute("SET GLOBAL binlog_format = 'ROW'");
        }
    }

    static HikariDataSource pool(TestDatabase database, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        return new HikariDataSource(config);
    }

    static Queues queues(TestDatabase database, javax.sql.DataSource dataSource) {
        Schema.migrate(database.dataSource());
        return Queues.open(dataSource);
    }

    static LogAddress address(TestDatabase database) {
        return LogAddress.ofJdbc(database.url(), null, null);
    }

    static BinaryLogWakeUps wakeUps(TestDatabase database, Queues queues) {
        return BinaryLogWakeUps.start(queues, address(database), QUICK, Duration.ofSeconds(1));
    }

    /** It does not look by itself for an hour once it is idle. */
    static Worker idle(Queues queues, JobHandler<String> handler) {
        return queues.queue("mails")
                .worker()
                .pauses(Duration.ofMillis(1), Duration.ofHours(1))
                .handle(MAIL, handler)
                .start();
    }
}
