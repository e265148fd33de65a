package dev.rowlock.queue.internal.quarantine;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which kinds are in quarantine, and when one gets there, in a transaction that is open. Holds no state. */
public final class Quarantine {
    private static final Logger log = LoggerFactory.getLogger(Quarantine.class);

    /** Within this time, or twelve leases if that is longer: a job cannot be lost more often than once in a lease. */
    private static final Duration WITHIN = Duration.ofHours(1);

    private static final int LEASES = 12;

    private Quarantine() {}

    /** Kinds in quarantine now; nobody can release one before this transaction has ended. */
    public static Set<String> kinds(Connection connection) throws SQLException {
        return new HashSet<>(new Call(connection, QuarantineStatements.KINDS)
                .query(row -> Objects.requireNonNull(row.getString(1))));
    }

    /** Puts those of the kinds in quarantine that have earned it. Whether there were any. */
    public static boolean judge(Connection connection, Collection<String> kinds, Duration lease) throws SQLException {
        long apart = lease.toNanos() / 2_000;
        Map<Account, Judgement.Charge> charged = new LinkedHashMap<>();
        for (Account account : accounts(connection, kinds, lease)) {
            Judgement.charge(account, apart).ifPresent(charge -> charged.put(account, charge));
        }
        if (charged.isEmpty()) {
            return false;
        }
        List<Account> all = accounts(connection, lostKinds(connection), lease);
        charged.entrySet().removeIf(one -> Judgement.isTakenAlong(one.getKey(), one.getValue(), all, apart));
        for (Map.Entry<Account, Judgement.Charge> one : charged.entrySet()) {
            put(connection, one.getKey(), one.getValue(), one.getKey().incidents(apart));
        }
        return !charged.isEmpty();
    }

    private static void put(Connection connection, Account account, Judgement.Charge charge, int incidents)
            throws SQLException {
        Duration within = Duration.of(account.relapses().get(0).at() - charge.since(), ChronoUnit.MICROS);
        String reason = "jobs of this kind that had been lost with their worker were lost again " + Judgement.INCIDENTS
                + " times within " + within.truncatedTo(ChronoUnit.SECONDS) + ": "
                + charge.balance().lost() + " jobs, while " + charge.balance().answered() + " were answered";
        if (add(connection, account.kind(), incidents, reason)) {
            log.warn(
                    "a kind is in quarantine, its jobs are put aside until Queues.release kind={} losses={} reason=\"{}\"",
                    account.kind(),
                    incidents,
                    reason);
        }
    }

    private static List<Account> accounts(Connection connection, Collection<String> kinds, Duration lease)
            throws SQLException {
        Map<String, Long> answers = Answers.of(connection, kinds);
        Duration leases = lease.multipliedBy(LEASES);
        List<Account> accounts = new ArrayList<>();
        for (String kind : kinds) {
            List<Relapse> relapses = new Call(connection, QuarantineStatements.LOSS_RELAPSES)
                    .with(kind)
                    .with((leases.compareTo(WITHIN) > 0 ? leases : WITHIN).toNanos() / 1_000)
                    .with(lease.toNanos() / 1_000)
                    .query(row -> new Relapse(row.getLong(1), row.getLong(2), row.getLong(3)));
            accounts.add(new Account(kind, relapses, answers.getOrDefault(kind, 0L)));
        }
        return accounts;
    }

    private static List<String> lostKinds(Connection connection) throws SQLException {
        return new Call(connection, QuarantineStatements.LOSS_KINDS)
                .query(row -> Objects.requireNonNull(row.getString(1)));
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
                            .update(),
                    ReadBack.repeatable());
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
