package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.pacing.Limit;
import java.util.Locale;

/**
 * What must stay under a line while the batch runs (C9). Immutable.
 *
 * @param kind which signal
 * @param subject the online statement, the query, the address, the timer or the replica it reads; empty where the kind needs none
 * @param limit the line
 */
public record GuardRule(Kind kind, String subject, Limit limit) {
    /** The signals a plan can name. */
    public enum Kind {
        /** No guard at all: the batch goes as fast as the rate says, whatever online traffic feels. */
        NONE(false),
        /** P99 of an online statement; with no subject, of those that write the table. */
        STATEMENT(false),
        /**
         * P99 of the COMMITs of online transactions; the subject is the schema that their sessions are in, with none that of the table. Where transactions are
         * several statements, theirs is the time that the statements' own does not hold.
         */
        COMMIT(false),
        /** Deadlocks and lock wait timeouts of others than the batch, a second. */
        DEADLOCKS(false),
        /** Row locks that are waited for right now. */
        LOCK_WAITS(false),
        THREADS_RUNNING(false),
        /** Transactions that purge has not caught up with. */
        HISTORY(false),
        /** Seconds that a replica is behind; the subject is its JDBC URL. */
        REPLICA_LAG(true),
        /** One number that a query of the user's gives. */
        QUERY(true),
        /** A timer of the application, over HTTP: {@code http://host:port/metrics name}. */
        HTTP(true),
        /** A timer that the application's own process knows: the subject is its name among {@link Batches#timers}. */
        TIMER(true),
        /** Time of a small write and its commit on a table of our own, for servers that have no histogram. */
        CANARY(false);

        private final boolean needsSubject;

        Kind(boolean needsSubject) {
            this.needsSubject = needsSubject;
        }

        /** As plans write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Reads what {@link #text} wrote. */
        public static Kind parse(String text) {
            for (Kind kind : values()) {
                if (kind.text().equals(text.strip().toLowerCase(Locale.ROOT).replace('_', '-'))) {
                    return kind;
                }
            }
            throw new ConfigurationException(
                    "there is no guard named " + text
                            + ": write statement, commit, deadlocks, lock-waits, threads-running, history, replica-lag, query, http, timer or canary");
        }
    }

    public GuardRule {
        subject = subject.strip();
        if (kind.needsSubject && subject.isEmpty()) {
            throw new ConfigurationException("the guard " + kind.text() + " needs to know what to read");
        }
    }

    /** No guard at all. */
    public static GuardRule none() {
        return new GuardRule(Kind.NONE, "", new Limit(Limit.Kind.NUMBER, 0));
    }

    /** P99 of an online statement; with an empty text, of those that write the table. */
    public static GuardRule statement(String sql, String limit) {
        return new GuardRule(Kind.STATEMENT, sql, Limit.parse(limit));
    }
}
