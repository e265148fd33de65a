package dev.rowlock.wakeup;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.Opening;
import dev.rowlock.binlog.RowEventSettings;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.binlog.StreamState;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.queue.Queues;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the idle workers of this process when another process has committed a job, by the row events of the server's binary log: one connection for the
 * process, however many workers it has.
 *
 * <pre>{@code
 * try (BinaryLogWakeUps wakeUps = BinaryLogWakeUps.start(queues, LogAddress.ofJdbc(url, user, password))) {
 *     ...
 * }
 * }</pre>
 *
 * <p>Needs {@code GRANT REPLICATION SLAVE, REPLICATION CLIENT} (MariaDB: {@code BINLOG MONITOR}) and {@code binlog_format=ROW}. Where it cannot be had it says so
 * once, in one line of the log and in {@link #state()}, and workers poll as they always do; it asks again every minute. A cut connection or a server that was killed is
 * connected to again; where commits may have been missed, workers look at once. After a crash here the server ends the connection at its next event.
 *
 * <p>Locks: none. Thread-safe. Closes before its queues' data source does.
 */
public final class BinaryLogWakeUps implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BinaryLogWakeUps.class);

    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Queues queues;
    private final LogAddress address;
    private final RowEventSettings settings;
    private final Duration again;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "rowlock-wakeup");
    private @Nullable RowEvents events;
    private String trouble = "";

    private BinaryLogWakeUps(Queues queues, LogAddress address, RowEventSettings settings, Duration again) {
        this.queues = queues;
        this.address = address;
        this.settings = settings;
        this.again = again;
        thread.setDaemon(true);
    }

    /** Begins to listen; every job that commits after this returned is heard of, if {@link #state()} says so. */
    public static BinaryLogWakeUps start(Queues queues, LogAddress address) {
        return start(queues, address, RowEventSettings.standard(), AGAIN);
    }

    static BinaryLogWakeUps start(Queues queues, LogAddress address, RowEventSettings settings, Duration again) {
        BinaryLogWakeUps wakeUps = new BinaryLogWakeUps(queues, address, settings, again);
        wakeUps.open();
        wakeUps.thread.start();
        return wakeUps;
    }

    private void run() {
        try {
            while (!closing.await(jittered(again).toMillis(), TimeUnit.MILLISECONDS)) {
                if (isOver()) {
                    open();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration jittered(Duration pause) {
        long half = pause.toNanos() / 2;
        return Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half));
    }

    private synchronized boolean isOver() {
        Optional<String> lost = lost();
        lost.ifPresent(this::polls);
        return events == null || lost.isPresent();
    }

    private Optional<String> lost() {
        RowEvents stream = events;
        return stream != null && stream.state() instanceof StreamState.Lost gone
                ? Optional.of(gone.mend().isEmpty() ? gone.reason() : gone.reason() + ": " + gone.mend())
                : Optional.empty();
    }

    private synchronized void open() {
        if (closing.getCount() == 0) {
            return;
        }
        end();
        try {
            Opening opening = RowEvents.open(
                    queues.dataSource(), address, QueueTables.ALL, new QueueTables(queues.arrivals()), settings);
            events = opening.<Optional<RowEvents>>fold(opened -> Optional.of(opened.events()), refused -> {
                        polls(refused.refusal().toString());
                        return Optional.empty();
                    })
                    .orElse(null);
        } catch (RowlockException e) {
            polls(String.valueOf(e.getMessage()));
        }
        if (events != null) {
            log.info("rowlock hears of other processes' jobs by the binary log address=\"{}\"", address);
            trouble = "";
            queues.arrivals().unsure(); // what committed before
        }
    }

    /** Says so once for each reason. */
    private void polls(String reason) {
        if (!reason.equals(trouble)) {
            trouble = reason;
            log.warn(
                    "rowlock does not hear of other processes' jobs, workers find them when they next look reason=\"{}\"",
                    reason);
        }
    }

    /** Whether it listens now; while a lost connection is made again it polls. */
    public synchronized WakeUpState state() {
        RowEvents stream = events;
        if (stream == null) {
            return new WakeUpState.Polling(closing.getCount() == 0 ? "closed" : trouble);
        }
        return stream.state()
                .fold(
                        running -> new WakeUpState.Listening(),
                        behind -> new WakeUpState.Polling(behind.reason()),
                        gone -> new WakeUpState.Polling(lost().orElse(gone.reason())),
                        closed -> new WakeUpState.Polling("closed"));
    }

    private void end() {
        RowEvents stream = events;
        events = null;
        if (stream != null) {
            stream.close();
        }
    }

    /** Ends the connection and the threads. Idempotent. */
    @Override
    public void close() {
        closing.countDown();
        synchronized (this) {
            end();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
