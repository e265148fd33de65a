package dev.rowlock.pacing;

import java.util.Optional;

/**
 * Latencies counted in the 450 buckets of MySQL's statement histograms: 50 a decade from 10 microseconds on, each 4.7 % wide, so
 * that figures of the server and of our own clocks compare. Immutable.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/performance-schema-statement-histogram-summary-tables.html">Statement histograms</a>
 */
public final class LatencyHistogram {
    /** How many buckets there are. */
    public static final int BUCKETS = 450;

    private static final double FIRST_UPPER_NANOS = 10_000;
    private static final double PER_DECADE = 50;
    private static final LatencyHistogram EMPTY = new LatencyHistogram(new long[BUCKETS]);

    private final long[] counts;
    private final long total;
    private final int lowest;
    private final int highest;

    private LatencyHistogram(long[] counts) {
        this.counts = counts;
        long sum = 0;
        int first = BUCKETS;
        int last = -1;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            if (counts[bucket] > 0) {
                sum += counts[bucket];
                first = Math.min(first, bucket);
                last = bucket;
            }
        }
        this.total = sum;
        this.lowest = first;
        this.highest = last;
    }

    public static LatencyHistogram empty() {
        return EMPTY;
    }

    /** Of counts by bucket number; copied. */
    public static LatencyHistogram of(long[] countsByBucket) {
        if (countsByBucket.length != BUCKETS) {
            throw new IllegalArgumentException("a histogram has " + BUCKETS + " buckets, not " + countsByBucket.length);
        }
        return new LatencyHistogram(countsByBucket.clone());
    }

    /** The bucket that counts a latency. */
    public static int bucket(double nanos) {
        if (nanos < FIRST_UPPER_NANOS) {
            return 0;
        }
        int bucket = 1 + (int) Math.floor(Math.log10(nanos / FIRST_UPPER_NANOS) * PER_DECADE);
        return Math.min(BUCKETS - 1, bucket);
    }

    /** The lower edge of a bucket. */
    public static double lowNanos(int bucket) {
        return bucket == 0 ? 0 : FIRST_UPPER_NANOS * Math.pow(10, (bucket - 1) / PER_DECADE);
    }

    /** The upper edge of a bucket. */
    public static double highNanos(int bucket) {
        return FIRST_UPPER_NANOS * Math.pow(10, bucket / PER_DECADE);
    }

    /** How many latencies were counted. */
    public long total() {
        return total;
    }

    /** How many are above, with an even spread assumed inside the bucket that holds the limit. */
    public double above(double nanos) {
        int at = bucket(nanos);
        double above = counts[at] * (highNanos(at) - nanos) / (highNanos(at) - lowNanos(at));
        for (int bucket = at + 1; bucket <= highest; bucket++) {
            above += counts[bucket];
        }
        return Math.max(0, above);
    }

    /** The latency below which this share lies, such as 0.99; 0 when nothing was counted. */
    public double quantileNanos(double share) {
        double wanted = total * (1 - share);
        double above = 0;
        for (int bucket = highest; bucket >= 0; bucket--) {
            if (counts[bucket] > 0 && above + counts[bucket] >= wanted) {
                double high = highNanos(bucket);
                return high - (wanted - above) / counts[bucket] * (high - lowNanos(bucket));
            }
            above += counts[bucket];
        }
        return 0;
    }

    /** All together. */
    static LatencyHistogram sum(Iterable<LatencyHistogram> parts) {
        long[] sum = new long[BUCKETS];
        for (LatencyHistogram part : parts) {
            for (int bucket = part.lowest; bucket <= part.highest; bucket++) {
                sum[bucket] += part.counts[bucket];
            }
        }
        return new LatencyHistogram(sum);
    }

    /** Both together. */
    public LatencyHistogram plus(LatencyHistogram other) {
        long[] sum = counts.clone();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            sum[bucket] += other.counts[bucket];
        }
        return new LatencyHistogram(sum);
    }

    /** Half of each count: old figures fade. */
    LatencyHistogram half() {
        long[] halved = counts.clone();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            halved[bucket] /= 2;
        }
        return new LatencyHistogram(halved);
    }

    /** What was counted since an earlier state; empty when a bucket went backwards, as after a restart or TRUNCATE. */
    public Optional<LatencyHistogram> since(LatencyHistogram earlier) {
        long[] difference = counts.clone();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            difference[bucket] -= earlier.counts[bucket];
            if (difference[bucket] < 0) {
                return Optional.empty();
            }
        }
        return Optional.of(new LatencyHistogram(difference));
    }
}
