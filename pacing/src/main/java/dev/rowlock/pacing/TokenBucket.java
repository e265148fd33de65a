package dev.rowlock.pacing;

import java.time.Duration;

/**
 * Paces one worker, or all of a process: rows are taken before a chunk, and what is taken too early is waited for. Safe for use by several
 * threads; locks nothing on the server.
 *
 * <p>A chunk may be larger than what has gathered: it is sent at once when nothing is owed, and owed afterwards, so that small rates make
 * rare chunks instead of none. What gathers while nobody takes is bounded by the burst, so a pause is not made up for.
 */
public final class TokenBucket {
    /** How much of a second's rows gather at most: a tenth, so that online traffic never meets a second's worth at once. */
    public static final Duration STANDARD_BURST = Duration.ofMillis(100);

    private final Ticker ticker;
    private final Duration burst;
    private double rate;
    private double tokens;
    private Duration at;

    public TokenBucket(Ticker ticker, double rate, Duration burst) {
        this.ticker = ticker;
        this.rate = checked(rate);
        this.burst = burst;
        this.at = ticker.now();
    }

    /** With the standard burst. */
    public static TokenBucket of(Ticker ticker, double rate) {
        return new TokenBucket(ticker, rate, STANDARD_BURST);
    }

    /** Sets the rate from now on; 0 pauses. What is owed is paid at the new rate. */
    public synchronized void setRate(double newRate) {
        gather();
        rate = checked(newRate);
        tokens = Math.min(tokens, capacity());
    }

    public synchronized double rate() {
        return rate;
    }

    /** Takes the rows, or nothing; when nothing, {@link #delay} tells when to ask again. */
    public synchronized boolean tryTake(long rows) {
        gather();
        if (rate <= 0 || tokens < 0) {
            return false;
        }
        tokens -= rows;
        return true;
    }

    /** Gives back rows that were taken and not touched: skipped, or changed by others. */
    public synchronized void giveBack(long rows) {
        gather();
        tokens = Math.min(capacity(), tokens + rows);
    }

    /** How long until {@link #tryTake} may succeed; a second when paused, after which the rate should be looked at again. */
    public synchronized Duration delay() {
        gather();
        if (tokens >= 0 && rate > 0) {
            return Duration.ZERO;
        }
        Duration longest = Duration.ofSeconds(1);
        if (rate <= 0) {
            return longest;
        }
        double seconds = -tokens / rate;
        return seconds >= 1 ? longest : Duration.ofNanos((long) Math.ceil(seconds * 1e9));
    }

    private void gather() {
        Duration now = ticker.now();
        double seconds = now.minus(at).toNanos() / 1e9;
        at = now;
        tokens = Math.min(capacity(), tokens + seconds * rate);
    }

    private double capacity() {
        return rate * burst.toNanos() / 1e9;
    }

    private static double checked(double rate) {
        if (!(rate >= 0 && Double.isFinite(rate))) {
            throw new IllegalArgumentException("a rate has to be 0 or more: " + rate);
        }
        return rate;
    }
}
