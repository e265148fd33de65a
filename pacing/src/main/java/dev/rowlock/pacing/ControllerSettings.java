package dev.rowlock.pacing;

import java.time.Duration;

/**
 * The numbers of the law; {@link #standard} fits, and {@code docs/pacing.md} says why. Immutable.
 *
 * @param rate what the user wants
 * @param floor rows a second below which no guard lowers the rate
 * @param staleToFloor how long a guard may be stale before the rate goes to the floor
 * @param compare how long the batch is paused to tell own load from others'
 * @param compareEvery the shortest time between two such pauses; doubled while the load stays foreign
 */
public record ControllerSettings(
        RateSetting rate, double floor, Duration staleToFloor, Duration compare, Duration compareEvery) {
    public ControllerSettings {
        if (!(floor > 0 && Double.isFinite(floor))) {
            throw new IllegalArgumentException(
                    "the floor has to be above 0, or the rate never recovers from it: " + floor);
        }
    }

    /** Where rates begin: ten times the floor. */
    double start() {
        return floor * 10;
    }

    /** A rate so low that what is seen beside it counts as seen without a batch: half of C4's rule of thumb. */
    double harmless() {
        return floor * 5;
    }

    /** For an online rate, which may be 0 when unknown: the floor is a tenth of where the rate starts. */
    public static ControllerSettings standard(RateSetting rate, double onlineRate) {
        double floor =
                Math.max(1, Math.min(rate.start(onlineRate), RateSetting.auto().start(onlineRate)) / 10);
        return new ControllerSettings(
                rate, floor, Duration.ofSeconds(30), Duration.ofMillis(2_500), Duration.ofSeconds(30));
    }
}
