package dev.rowlock.batch.internal;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.ServerFacts;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses a TIMESTAMP in the key where the session's time zone has an hour twice: keys go to the server and back as local times, and two keys of that hour
 * would be one. Pure.
 */
final class KeyTimes {
    /** Abbreviations are no zones: a server in London is in GMT, until March. */
    private static final Set<String> UTC = Set.of("UTC", "ETC/UTC", "Z");

    private KeyTimes() {}

    static void require(Target target, ServerFacts facts) {
        if (target.key().stream().anyMatch(key -> key.type().equals("timestamp")) && !isFixed(facts.timeZone())) {
            throw new ConfigurationException(
                    "the primary key of " + target.name() + " has a TIMESTAMP, and the session's time zone is "
                            + facts.timeZone()
                            + ", in which an hour may come twice a year: keys of that hour could not be told apart. Connect with"
                            + " a fixed zone, as in ...?sessionVariables=time_zone='+00:00' (Connector/J wants %2B for the +), and write the times of the condition in it");
        }
    }

    static boolean isFixed(String zone) {
        if (zone.matches("[+-]\\d{2}:\\d{2}") || UTC.contains(zone.toUpperCase(Locale.ROOT))) {
            return true;
        }
        try {
            return zone.contains("/") && ZoneId.of(zone).getRules().isFixedOffset();
        } catch (DateTimeException unknown) {
            return false;
        }
    }
}
