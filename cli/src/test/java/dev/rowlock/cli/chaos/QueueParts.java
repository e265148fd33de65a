package dev.rowlock.cli.chaos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.Queues;
import java.util.concurrent.locks.LockSupport;

/** What the processes of {@link KilledQueueTest} share. */
final class QueueParts {
    static final String QUEUE = "chaos";
    static final JobKind<String> PLAIN = JobKind.text("plain");

    /** Writes a row of its own and completes the job in one transaction. */
    static final JobKind<String> EFFECT = JobKind.text("effect");

    /** Fails the first time. */
    static final JobKind<String> FLAKY = JobKind.text("flaky");

    /** Fails always. */
    static final JobKind<String> HOPELESS = JobKind.text("hopeless");

    /** Kills its worker. */
    static final JobKind<String> POISON = JobKind.text("poison");

    /** Has one attempt only. */
    static final JobKind<String> ONCE = JobKind.text("once");

    /** Takes as many milliseconds as its payload says. */
    static final JobKind<String> SLOW = JobKind.text("slow");

    private static final long RETRY_NANOS = 200_000_000;

    private QueueParts() {}

    static HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(System.getenv("ROWLOCK_URL"));
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(3_000);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** The server may be away. */
    static Queues open(HikariDataSource pool) {
        while (true) {
            try {
                Queues queues = Queues.open(pool);
                queues.queue(QUEUE);
                return queues;
            } catch (RowlockException away) {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }
}
