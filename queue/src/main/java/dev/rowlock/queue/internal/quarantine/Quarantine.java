package dev.rowlock.queue.internal.quarantine;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.QuarantinedKind;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.QuarantineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which kinds are in quarantine, and when one gets there, in a transaction that is open. Holds no state. */
public final class Quarantine {
    private static final Logger log = LoggerFactory.getLogger(Quarantine.class);

    /**
     * So many times jobs of the kind that had been lost before were lost again. Once can happen to any job whose worker dies; that it happens to the same
     * job again, before anybody has answered it, is what kills workers. Pinned by QuarantineTest.
     */
    static final int REPEATS = 3;

    /** Within this time, or twelve leases if that is longer: a job cannot be lost more often than once in a lease. */
    private static final Duration WITHIN = Duration.ofHours(1);

    private static final int LEASES = 12;

    private Quarantine() {}

    /** Kinds in quarantine now; nobody can release one before this transaction has ended. */
    public static Set<String> kinds(Connection connection) throws SQLException {
        return new HashSet<>(new Call(connection, QuarantineStatements.KINDS)
                .query(row -> Objects.requireNonNull(row.getString(1))));
    }

    /** Puts the kind in quarantine when it has earned it. Whether it did. */
    public static boolean judge(Connection connection, String kind, Duration lease) throws SQLException {
        Duration leases = lease.multipliedBy(LEASES);
        long within = (leases.compareTo(WITHIN) > 0 ? leases : WITHIN).toNanos() / 1_000;
        List<Long> times = new Call(connection, QuarantineStatements.LOSS_TIMES)
                .with(kind)
                .with(within)
                .query(row -> row.getLong(1));
        int incidents = incidents(times, lease.toNanos() / 2_000);
        if (incidents < REPEATS) {
            return false;
        }
        String reason = "jobs of this kind that had been lost with their worker were lost again " + incidents
                + " times within " + Duration.of(within, ChronoUnit.MICROS);
        if (add(connection, kind, incidents, reason)) {
            log.warn(
                    "a kind is in quarantine, its jobs are put aside until Queues.release kind={} losses={} reason=\"{}\"",
                    kind,
                    incidents,
                    reason);
        }
        return true;
    }

    /** Losses that are found together count as one: whatever ends many leases at once is not one kind's doing. */
    static int incidents(List<Long> times, long apart) {
        int incidents = 0;
        long last = Long.MIN_VALUE;
        for (long time : times) {
            if (incidents == 0 || time - last >= apart) {
                incidents++;
                last = time;
            }
        }
        return incidents;
    }

    /** Whether it was not there before. */
    public static boolean add(Connection connection, String kind, int losses, String reason) throws SQLException {
        return new Call(connection, QuarantineStatements.QUARANTINE_ADD)
                        .with(kind)
                        .with(losses)
                        .with(reason.length() > 1_000 ? reason.substring(0, 1_000) : reason)
                        .update()
                > 0;
    }

    public static List<QuarantinedKind> list(Connection connection) throws SQLException {
        return new Call(connection, QuarantineStatements.QUARANTINE_LIST)
                .query(row -> new QuarantinedKind(
                        Objects.requireNonNull(row.getString(1)),
                        Instant.EPOCH.plus(row.getLong(2), ChronoUnit.MICROS),
                        row.getInt(3),
                        Objects.requireNonNull(row.getString(4))));
    }

    /** Forgets what a kind has done, in small transactions. */
    public static void forget(Transactions transactions, String kind) {
        int forgotten;
        do {
            forgotten = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> new Call(connection, QuarantineStatements.LOSS_FORGET)
                            .with(kind)
                            .update());
        } while (forgotten == Rows.MOST_NAMES);
    }

    /** Whether it was there. */
    public static boolean remove(Connection connection, String kind) throws SQLException {
        return new Call(connection, QuarantineStatements.QUARANTINE_REMOVE)
                        .with(kind)
                        .update()
                > 0;
    }
}
