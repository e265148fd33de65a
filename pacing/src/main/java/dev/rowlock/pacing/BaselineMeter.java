package dev.rowlock.pacing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers a {@link Baseline} from readings, before the first chunk. One thread at a time.
 *
 * <p>Ready when it has lasted for {@link #LEAST} and every latency signal has {@link #SAMPLES}, or when the time is up; then what is there is
 * used, and said to be incomplete.
 */
public final class BaselineMeter {
    /** The shortest baseline: shorter ones do not show how much a P99 sways by itself. */
    public static final Duration LEAST = Duration.ofSeconds(10);

    /** Ten of a thousand are above the P99, which is as few as can be told from none. */
    public static final long SAMPLES = 1_000;

    /** What is not counted at first: a process that starts on the machine of the server, its classes and its connections, is not online traffic alone. */
    public static final Duration WARM_UP = Duration.ofSeconds(3);

    private final Duration start;
    private final Duration counted;
    private final Duration cap;
    private final Map<String, Seen> seen = new LinkedHashMap<>();

    public BaselineMeter(Duration now, Duration cap) {
        this.start = now;
        this.counted = now.plus(WARM_UP);
        this.cap = cap;
    }

    /** Takes what the signals give now; meant to be called at least every ten seconds, better twice a second. */
    public void add(List<GuardReading> readings) {
        for (GuardReading reading : readings) {
            reading.reading()
                    .fold(
                            fresh -> {
                                seen.computeIfAbsent(reading.guard().signal(), name -> new Seen(counted))
                                        .add(fresh);
                                return true;
                            },
                            stale -> false);
        }
    }

    /** Whether it is enough, or the time is up. */
    public boolean ready(Duration now) {
        Duration lasted = now.minus(start);
        return lasted.compareTo(cap) >= 0
                || (lasted.compareTo(LEAST) >= 0
                        && !seen.isEmpty()
                        && seen.values().stream().allMatch(Seen::complete));
    }

    /** What there is; signals that were never fresh are absent. */
    public Baseline result() {
        Map<String, Baseline.Figure> figures = new LinkedHashMap<>();
        seen.forEach((name, all) -> all.figure().ifPresent(figure -> figures.put(name, figure)));
        return new Baseline(figures);
    }
}
