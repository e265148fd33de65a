package dev.rowlock.diagnose.oncall.internal;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often something took how long: runs by the upper end of their bucket in picoseconds. Immutable. MySQL's buckets are at most 4.8 %
 * wide.
 */
record Histogram(SortedMap<Long, Long> buckets) {
    private static final long PICOS_A_NANO = 1_000;

    Histogram {
        buckets = new TreeMap<>(buckets);
    }

    static Histogram empty() {
        return new Histogram(new TreeMap<>());
    }

    long runs() {
        return buckets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What came in between; empty where a bucket went back, as after a TRUNCATE of the server's table. */
    Optional<Histogram> since(Histogram earlier) {
        SortedMap<Long, Long> difference = new TreeMap<>(buckets);
        for (Map.Entry<Long, Long> bucket : earlier.buckets.entrySet()) {
            long now = difference.getOrDefault(bucket.getKey(), 0L) - bucket.getValue();
            if (now < 0) {
                return Optional.empty();
            }
            difference.put(bucket.getKey(), now);
        }
        return Optional.of(new Histogram(difference));
    }

    /** The upper end of the bucket that holds the 99th of a hundred runs. */
    Duration p99() {
        long rank = (long) Math.ceil(runs() * 0.99);
        long passed = 0;
        long end = 0;
        for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
            if (bucket.getValue() > 0) {
                end = bucket.getKey();
                passed += bucket.getValue();
            }
            if (passed >= rank && passed > 0) {
                break;
            }
        }
        return Duration.ofNanos(end / PICOS_A_NANO);
    }
}
