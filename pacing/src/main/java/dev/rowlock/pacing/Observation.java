package dev.rowlock.pacing;

import java.time.Duration;
import java.util.List;

/**
 * All a decision is made of, besides the state. Immutable.
 *
 * @param now the ticker's time
 * @param readings the guards and what their signals gave
 * @param baseline what they gave before the first chunk
 * @param usedRate rows a second that all workers really touched, over the last few seconds (at most 5)
 * @param onlineRate online statements a second, for rates that are a share of it; 0 when unknown
 */
public record Observation(
        Duration now, List<GuardReading> readings, Baseline baseline, double usedRate, double onlineRate) {
    public Observation {
        readings = List.copyOf(readings);
    }
}
