package dev.rowlock.pacing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One signal and the daemon thread that reads it. The latest reading is published through a volatile field. */
final class Sensor {
    private static final Logger LOG = LoggerFactory.getLogger(Sensor.class);

    private final Signal signal;
    private final Ticker ticker;
    private final Duration interval;
    private final Thread thread;
    private volatile Reading latest = new Reading.Stale(Duration.ZERO, "not read yet");
    private volatile Duration answeredAt;
    private volatile Duration freshAt;
    private volatile boolean ended;

    private Sensor(Signal signal, Ticker ticker, Duration interval) {
        this.signal = signal;
        this.ticker = ticker;
        this.interval = interval;
        this.answeredAt = ticker.now();
        this.freshAt = answeredAt;
        this.thread = new Thread(this::run, "rowlock-sensor-" + signal.name());
        this.thread.setDaemon(true);
    }

    static Sensor start(Signal signal, Ticker ticker, Duration interval) {
        Sensor sensor = new Sensor(signal, ticker, interval);
        sensor.thread.start();
        return sensor;
    }

    String name() {
        return signal.name();
    }

    /** The reading, unless the read after it takes too long. */
    Reading latest(Duration now) {
        Duration silent = now.minus(answeredAt);
        Duration patience = interval.multipliedBy(3).plusSeconds(1);
        return silent.compareTo(patience) > 0
                ? new Reading.Stale(now.minus(freshAt), signal.name() + " does not answer")
                : latest;
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread);
        signal.close();
    }

    void join() {
        try {
            thread.join(1_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Duration due = ticker.now();
        while (!ended) {
            Reading reading = read();
            announce(reading);
            Duration now = ticker.now();
            latest = reading;
            answeredAt = now;
            due = due.plus(interval);
            if (due.compareTo(now) < 0) {
                due = now;
            }
            sleepUntil(due);
        }
    }

    private Reading read() {
        Duration now = ticker.now();
        try {
            Reading reading = signal.read(now);
            return reading.fold(
                    fresh -> {
                        freshAt = fresh.at();
                        return fresh;
                    },
                    stale -> new Reading.Stale(now.minus(freshAt), stale.reason()));
        } catch (Exception failed) {
            return new Reading.Stale(now.minus(freshAt), signal.name() + " failed: " + firstLine(failed));
        }
    }

    /** Once per stale period. */
    private void announce(Reading reading) {
        boolean was = isStale(latest);
        boolean is = isStale(reading);
        if (is && !was && !ended) {
            LOG.warn(
                    "signal is stale signal={} reason={}",
                    signal.name(),
                    reading.fold(Reading.Fresh::text, Reading.Stale::reason));
        }
    }

    private static boolean isStale(Reading reading) {
        return reading.fold(fresh -> Boolean.FALSE, stale -> Boolean.TRUE);
    }

    /** Drivers tell their life story from the second line on. */
    private static String firstLine(Exception failed) {
        String message = failed.getMessage();
        return message == null
                ? failed.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
    }

    private void sleepUntil(Duration due) {
        while (!ended) {
            long nanos = due.minus(ticker.now()).toNanos();
            if (nanos <= 0) {
                return;
            }
            LockSupport.parkNanos(nanos);
        }
    }
}
