package dev.rowlock.testing;

import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault of a {@link CutProxy} that waits for its statement, and happens once. Safe for use by several threads. */
public final class Tripwire {
    /** What the network does. */
    public enum Fault {
        CUT,
        FREEZE
    }

    private final Fault fault;
    private final Moment moment;
    private final String text;
    private final AtomicInteger toGo;
    private final CountDownLatch happened = new CountDownLatch(1);

    Tripwire(Fault fault, Moment moment, String text, int occurrence) {
        if (occurrence < 1) {
            throw new IllegalArgumentException("occurrence " + occurrence + " is not at least 1");
        }
        this.fault = fault;
        this.moment = moment;
        this.text = text.toLowerCase(Locale.ROOT);
        this.toGo = new AtomicInteger(occurrence);
    }

    public Fault fault() {
        return fault;
    }

    public Moment moment() {
        return moment;
    }

    /** Whether this statement is the one waited for; counts it. */
    public boolean meets(String statement) {
        return statement.toLowerCase(Locale.ROOT).contains(text) && toGo.decrementAndGet() == 0;
    }

    /** For the proxy: the fault takes place now. */
    public void trip() {
        happened.countDown();
    }

    public boolean happened() {
        return happened.getCount() == 0;
    }

    /** Waits for the fault; false when it did not happen in time. */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return happened.await(timeout, unit);
    }
}
