package dev.rowlock.claim;

import dev.rowlock.claim.CheckReport.SkipLocked;
import dev.rowlock.claim.internal.BatchClaim;
import dev.rowlock.claim.internal.Bounds;
import dev.rowlock.claim.internal.CallersConnection;
import dev.rowlock.claim.internal.ClaimCursor;
import dev.rowlock.claim.internal.KeyClaim;
import dev.rowlock.claim.internal.LostCommit;
import dev.rowlock.claim.internal.Payloads;
import dev.rowlock.claim.internal.Protocol;
import dev.rowlock.claim.internal.QueueState;
import dev.rowlock.claim.internal.Reclaim;
import dev.rowlock.claim.internal.Rights;
import dev.rowlock.claim.internal.Settlement;
import dev.rowlock.claim.internal.Settlement.Mode;
import dev.rowlock.claim.internal.SkipProbe;
import dev.rowlock.claim.internal.table.LayoutResolver;
import dev.rowlock.claim.internal.table.ResolvedTable;
import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.TransactionBody;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.TableInspector;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The user's own table as a queue of leases.
 *
 * <pre>{@code
 * LeaseTable orders = LeaseTable.open(Transactions.of(dataSource), TableLayout.of("orders_todo"), LeaseSettings.standard());
 * for (Lease lease : orders.claim(50).leases()) {
 *     // work on lease.key()
 *     orders.complete(lease);
 * }
 * }</pre>
 *
 * <p>Each operation is one READ COMMITTED transaction, many failures are several, and each is run again as a whole after a deadlock. When the answer to its COMMIT is lost, the
 * rows are read back to tell what happened. It is at-least-once: a row may be worked on twice (A8, A11).
 *
 * <p>Thread-safe. Holds no connection and no lock between calls; {@link LeaseOperations} says what each operation locks and what a crash leaves.
 */
public final class LeaseTable implements LeaseOperations {
    /** Each failure has a reason and a pause of its own and is a statement: more at once would keep their rows locked for long. */
    private static final int FAILURES_AT_ONCE = 50;

    private final Transactions transactions;
    private final Protocol protocol;
    private final ClaimCursor cursor;
    private final Mode waiting;
    private final BatchClaim batchClaim;
    private final KeyClaim keyClaim;
    private final Settlement settlement;
    private final Reclaim reclaim;
    private final LostCommit lostCommit;

    private LeaseTable(Transactions transactions, Protocol protocol, ClaimCursor cursor, Mode waiting) {
        this.transactions = transactions;
        this.protocol = protocol;
        this.cursor = cursor;
        this.waiting = waiting;
        this.batchClaim = new BatchClaim(protocol, waiting);
        this.keyClaim = new KeyClaim(protocol, waiting);
        this.settlement = new Settlement(protocol);
        this.reclaim = new Reclaim(protocol, waiting);
        this.lostCommit = new LostCommit(protocol);
    }

    /**
     * Compares the layout with the table and makes it ready for work. Changes nothing; to prove that SKIP LOCKED skips on this server, two
     * connections lock one ready row for two statements.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when the server or the table cannot be worked as described; the message has the
     *     statement that mends it
     */
    public static LeaseTable open(Transactions transactions, TableLayout layout, LeaseSettings settings) {
        Protocol opened = transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            ServerFacts facts = ServerFacts.read(connection, Clock.systemUTC()).requireSupported();
            ResolvedTable table = LayoutResolver.resolve(layout, TableInspector.inspect(connection, layout.table()));
            Protocol protocol = Protocol.of(table, settings);
            new Rights(protocol, facts.account()).require(connection);
            return protocol;
        });
        if (new SkipProbe(transactions, opened).run() == SkipLocked.DOES_NOT_SKIP) {
            throw new ConfigurationException(
                    "SKIP LOCKED or NOWAIT does nothing on this server, so two workers would get the same row of "
                            + opened.table().name() + "; use MySQL 8.0+ or MariaDB 10.6+");
        }
        return new LeaseTable(transactions, opened, new ClaimCursor(System::nanoTime), Mode.OWN);
    }

    /** The table, with the schema it was found in. */
    public TableName name() {
        return protocol.table().name();
    }

    /** The settings it was opened with. */
    public LeaseSettings settings() {
        return protocol.settings();
    }

    /** The roles for which the table has a column. */
    public Set<ColumnRole> columns() {
        return protocol.table().columns().keySet();
    }

    /**
     * Whether the table's times mean the same in every session's time zone, since each of their columns is a TIMESTAMP. A session in UTC is
     * the best choice then: no hour comes twice in it.
     */
    public boolean timesAreInstants() {
        List<Column> times = protocol.table().columns().values().stream()
                .filter(Column::isTemporal)
                .toList();
        return !times.isEmpty()
                && times.stream().allMatch(column -> column.type().equals("timestamp"));
    }

    /** What cannot be promised on this table, because of what it lacks. */
    public List<LostGuarantee> lostGuarantees() {
        return protocol.table().lost();
    }

    /**
     * The same table, where also a write to a single row does not wait for its lock but is answered with {@link Verdict.Held} at once. For
     * somebody who holds many rows, and must not let one of them keep the others waiting.
     */
    public LeaseTable withoutWaiting() {
        return new LeaseTable(transactions, protocol, cursor, Mode.OWN_UNWAITING);
    }

    /**
     * The same operations on the caller's connection: in its transaction, at its isolation level, under its lock waits. They neither
     * commit nor roll back nor retry, so a completion and other writes to the same database happen together or not at all. This is the one
     * case in which an effect happens once: the effect is a write of the same transaction (A8, A11).
     *
     * <p>After a {@link dev.rowlock.mysql.StoreException} the caller has to roll back. Under REPEATABLE READ a targeted claim of
     * a row that is gone, and every row that is passed over because others hold it, leaves a gap lock until then, where inserts wait; and
     * claims and reclaims look at no more rows than they are asked for, as they were when the transaction first read. READ COMMITTED has
     * neither.
     */
    public LeaseOperations on(Connection connection) {
        return new CallersConnection(connection, protocol, cursor);
    }

    @Override
    public ClaimAnswer claim(int limit) {
        Bounds.rows(limit);
        ClaimCursor.Start start = cursor.next();
        List<Lease> leases = claimFrom(start, limit);
        if (leases.isEmpty() && !start.sweep() && cursor.mayLookFromStart()) {
            leases = claimFrom(new ClaimCursor.Start(null, true), limit);
        }
        return Bounds.answer(leases, limit);
    }

    private List<Lease> claimFrom(ClaimCursor.Start start, int limit) {
        BatchClaim.Result result = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> batchClaim.claim(connection, limit, start.from(), System.nanoTime()),
                (connection, claimed) -> lostCommit.ofClaim(connection, claimed.leases()));
        cursor.reached(start, result);
        return result.leases();
    }

    @Override
    public TargetedClaim claim(RowKey key) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> keyClaim.claim(connection, key, System.nanoTime()),
                (connection, answer) -> answer instanceof TargetedClaim.Claimed claimed
                        ? lostCommit.ofClaim(connection, List.of(claimed.lease()))
                        : CommitVerdict.COMMITTED);
    }

    @Override
    public List<Verdict> extend(List<Lease> leases) {
        return settle(leases, connection -> settlement.extend(connection, leases, waiting), lostCommit::ofExtension);
    }

    @Override
    public List<Verdict> complete(List<Lease> leases) {
        return settle(leases, connection -> settlement.complete(connection, leases, waiting), lostCommit::ofCompletion);
    }

    @Override
    public List<Verdict> release(List<Lease> leases, Duration delay) {
        Bounds.delay(delay);
        List<Verdict> verdicts = settle(
                leases, connection -> settlement.release(connection, leases, delay, waiting), lostCommit::ofRelease);
        cursor.rowsAppearedBehind();
        return verdicts;
    }

    @Override
    public List<Verdict> fail(List<Failed> failures) {
        List<Verdict> verdicts = new ArrayList<>(failures.size());
        for (int from = 0; from < failures.size(); from += FAILURES_AT_ONCE) {
            List<Failed> some = failures.subList(from, Math.min(failures.size(), from + FAILURES_AT_ONCE));
            verdicts.addAll(
                    settle(some, connection -> settlement.fail(connection, some, waiting), lostCommit::ofRelease));
        }
        cursor.rowsAppearedBehind();
        return verdicts;
    }

    private List<Verdict> settle(
            List<?> rows, TransactionBody<List<Verdict>, RuntimeException> body, ReadBack<List<Verdict>> readBack) {
        return rows.isEmpty() ? List.of() : transactions.inTransaction(Isolation.READ_COMMITTED, body, readBack);
    }

    @Override
    public Reclaimed reclaim(int limit) {
        Bounds.reclaim(protocol, limit);
        // Running again after a lost COMMIT is right in either case: rows that were reclaimed are no longer expired.
        Reclaimed reclaimed = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> reclaim.reclaim(connection, limit),
                (connection, result) -> CommitVerdict.NOT_COMMITTED);
        if (!reclaimed.ready().isEmpty()) {
            cursor.rowsAppearedBehind();
        }
        return reclaimed;
    }

    /**
     * The payloads of claimed rows, read without locks: text and JSON as UTF-8, empty for NULL. A row that is gone is missing.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when the table has no payload column
     */
    public Map<RowKey, Optional<byte[]>> payloads(List<Lease> leases) {
        List<RowKey> keys = leases.stream().map(Lease::key).toList();
        return keys.isEmpty() ? Map.of() : read(connection -> new Payloads(protocol).read(connection, keys));
    }

    /** How long the oldest ready row has been ready; empty when none is ready or the table has no available_at column. Locks nothing. */
    public Optional<Duration> oldestReady() {
        return read(connection -> new QueueState(protocol).oldestReady(connection));
    }

    /** Whether any row is in the given state, seen without locks: the one way to ask whether work is left (A3, A9). */
    public boolean isAny(LeaseState state) {
        return read(connection -> new QueueState(protocol).isAny(connection, state));
    }

    /** Whether any row is ready and due now, claimable or locked by somebody, seen without locks. */
    public boolean isAnyDue() {
        return read(connection -> new QueueState(protocol).isAnyDue(connection));
    }

    /** A key from text, as a person writes it: key values joined by commas, bytes as {@code 0x...} or a UUID. */
    public RowKey parseKey(String text) {
        return protocol.keys().parse(text);
    }

    private <R> R read(TransactionBody<R, RuntimeException> body) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED, body, (connection, result) -> CommitVerdict.COMMITTED);
    }
}
