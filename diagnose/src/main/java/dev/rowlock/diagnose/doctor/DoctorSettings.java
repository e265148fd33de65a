package dev.rowlock.diagnose.doctor;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From where on the doctor speaks up, and how much it may cost. Immutable.
 *
 * @param probing whether rows may be locked
 * @param batchPredicateOrNull the condition of a planned batch, as SQL over the table's columns; its statements are explained with it
 * @param longTransaction age from which a transaction, or its snapshot, is worth a finding
 * @param idleTransaction time without a statement from which an open transaction is called idle
 * @param historyLength transactions that purge may be behind
 * @param statementLimit how long one of the doctor's own statements may run; it waits half as long for a lock of a table's definition; whole
 *     seconds, 1 to 30
 * @param clock this process's clock, against which the server's is compared
 */
public record DoctorSettings(
        Probing probing,
        @Nullable String batchPredicateOrNull,
        Duration longTransaction,
        Duration idleTransaction,
        long historyLength,
        Duration statementLimit,
        Clock clock) {
    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_LIMIT = Duration.ofSeconds(30);

    public DoctorSettings {
        if (longTransaction.isNegative() || idleTransaction.isNegative() || historyLength < 0) {
            throw new ConfigurationException("the doctor's thresholds must not be negative: " + longTransaction + ", "
                    + idleTransaction + ", " + historyLength);
        }
        if (statementLimit.compareTo(SHORTEST_LIMIT) < 0 || statementLimit.compareTo(LONGEST_LIMIT) > 0) {
            throw new ConfigurationException(
                    "one statement of the doctor may take between 1 s and 30 s, not " + statementLimit);
        }
    }

    /** Reads only; transactions from a minute on, idle ones from ten seconds on, 100 000 transactions behind, 2 s for a statement. */
    public static DoctorSettings standard() {
        return new DoctorSettings(
                Probing.READ_ONLY,
                null,
                Duration.ofMinutes(1),
                Duration.ofSeconds(10),
                100_000,
                Duration.ofSeconds(2),
                Clock.systemUTC());
    }

    /** The condition of a planned batch, when there is one. */
    public Optional<String> batchPredicate() {
        return Optional.ofNullable(batchPredicateOrNull);
    }

    public DoctorSettings withProbing(Probing choice) {
        return new DoctorSettings(
                choice, batchPredicateOrNull, longTransaction, idleTransaction, historyLength, statementLimit, clock);
    }

    public DoctorSettings withBatchPredicate(String condition) {
        return new DoctorSettings(
                probing, condition, longTransaction, idleTransaction, historyLength, statementLimit, clock);
    }

    public DoctorSettings withTransactions(Duration longFrom, Duration idleFrom) {
        return new DoctorSettings(
                probing, batchPredicateOrNull, longFrom, idleFrom, historyLength, statementLimit, clock);
    }

    public DoctorSettings withHistoryLength(long transactions) {
        return new DoctorSettings(
                probing, batchPredicateOrNull, longTransaction, idleTransaction, transactions, statementLimit, clock);
    }

    public DoctorSettings withClock(Clock other) {
        return new DoctorSettings(
                probing, batchPredicateOrNull, longTransaction, idleTransaction, historyLength, statementLimit, other);
    }
}
