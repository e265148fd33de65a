package dev.rowlock.queue.internal.schema;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once a minute that a migration is still waited for. Flyway waits for its lock without an end, and a lock whose process has vanished with its network
 * is held until the server misses it, which may be hours (facts 8).
 */
final class Patience implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Patience.class);

    private static final Duration SAY_SO = Duration.ofMinutes(1);

    private final CountDownLatch over = new CountDownLatch(1);

    private Patience() {}

    static Patience start() {
        Patience patience = new Patience();
        Thread thread = new Thread(patience::watch, "rowlock-migration-patience");
        thread.setDaemon(true);
        thread.start();
        return patience;
    }

    private void watch() {
        try {
            for (int minutes = 1; !over.await(SAY_SO.toMillis(), TimeUnit.MILLISECONDS); minutes++) {
                log.warn(
                        "rowlock schema waits for its migration: SHOW PROCESSLIST names the session that is at it; KILL that session when its process is gone minutes={}",
                        minutes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
