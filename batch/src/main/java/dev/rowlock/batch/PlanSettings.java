package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How closely a plan looks. Immutable.
 *
 * @param sampling time for looking at rows, 100 ms to 60 s
 * @param collisionsOrNull who measures the collision rate; {@code null} when nobody does
 * @param collisionWindow how long, 1 s to 10 min
 * @param probing whether a row may be locked for a moment
 */
public record PlanSettings(
        Duration sampling, @Nullable CollisionMeter collisionsOrNull, Duration collisionWindow, Probing probing) {
    /** Whether a plan may lock anything. */
    public enum Probing {
        /** Nothing is locked. */
        READ_ONLY,
        /** Two sessions prove on one row that the batch passes over what others hold: the row is locked for some milliseconds. */
        TWO_SESSIONS
    }

    public PlanSettings {
        if (sampling.compareTo(Duration.ofMillis(100)) < 0 || sampling.compareTo(Duration.ofSeconds(60)) > 0) {
            throw new ConfigurationException("a plan looks at rows for 100 ms to 60 s, not " + sampling);
        }
        if (collisionWindow.compareTo(Duration.ofSeconds(1)) < 0
                || collisionWindow.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new ConfigurationException("collisions are measured for 1 s to 10 min, not " + collisionWindow);
        }
    }

    /** A second of looking at rows; nobody measures collisions, nothing is locked. */
    public static PlanSettings standard() {
        return new PlanSettings(Duration.ofSeconds(1), null, Duration.ofSeconds(2), Probing.READ_ONLY);
    }

    public PlanSettings withSampling(Duration time) {
        return new PlanSettings(time, collisionsOrNull, collisionWindow, probing);
    }

    public PlanSettings withCollisions(CollisionMeter meter, Duration window) {
        return new PlanSettings(sampling, meter, window, probing);
    }

    public PlanSettings withProbing(Probing choice) {
        return new PlanSettings(sampling, collisionsOrNull, collisionWindow, choice);
    }
}
