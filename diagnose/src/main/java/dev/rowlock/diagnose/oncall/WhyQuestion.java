package dev.rowlock.diagnose.oncall;

import dev.rowlock.diagnose.Sides;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import java.time.Duration;

/**
 * What is asked: why are statements on this table slow now?
 *
 * @param table the table
 * @param window how long to look, a second to an hour
 * @param sides who is batch and who is online
 * @param limits from where on something is a finding
 */
public record WhyQuestion(TableName table, Duration window, Sides sides, WhyLimits limits) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    public WhyQuestion {
        if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
            throw new ConfigurationException(
                    "the window is a second to an hour, not " + window.toSeconds() + " s: 30 s are usual");
        }
    }

    /** With sides by comment and the standard limits. */
    public static WhyQuestion of(TableName table, Duration window) {
        return new WhyQuestion(table, window, Sides.byComment(), WhyLimits.standard());
    }
}
