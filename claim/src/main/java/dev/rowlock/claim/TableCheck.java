package dev.rowlock.claim;

import dev.rowlock.claim.CheckReport.SkipLocked;
import dev.rowlock.claim.internal.CheckFindings;
import dev.rowlock.claim.internal.Protocol;
import dev.rowlock.claim.internal.SkipProbe;
import dev.rowlock.claim.internal.table.LayoutResolver;
import dev.rowlock.claim.internal.table.ResolvedTable;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.TableInspector;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks whether a table can be worked, what it can promise, and what should be mended first (A10, B9). Writes nothing; the probe locks one
 * ready row for two statements. Holds no state; thread-safe. A crash leaves nothing behind but, for a moment, that lock.
 */
public final class TableCheck {
    private record Seen(Protocol protocol, ServerFacts facts, List<Finding> findings) {}

    private TableCheck() {}

    /**
     * Checks a table.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when the layout does not fit the table at all, such as an unknown column
     * @throws dev.rowlock.mysql.StoreException when the server refuses or is lost
     */
    public static CheckReport run(Transactions transactions, TableLayout layout, LeaseSettings settings) {
        Seen seen = see(transactions, layout, settings);
        boolean locks = seen.findings().stream().noneMatch(finding -> finding.level() == Finding.Level.BLOCKS);
        SkipLocked skipLocked = locks ? new SkipProbe(transactions, seen.protocol()).run() : SkipLocked.NOT_TRIED;
        return report(seen, skipLocked);
    }

    /** The same without the probe: one connection, and nothing is locked. */
    public static CheckReport look(Transactions transactions, TableLayout layout, LeaseSettings settings) {
        return report(see(transactions, layout, settings), SkipLocked.NOT_TRIED);
    }

    private static Seen see(Transactions transactions, TableLayout layout, LeaseSettings settings) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            ServerFacts facts = ServerFacts.read(connection, Clock.systemUTC());
            ResolvedTable table = LayoutResolver.resolveAny(layout, TableInspector.inspect(connection, layout.table()));
            Protocol protocol = Protocol.of(table, settings);
            return new Seen(protocol, facts, new CheckFindings(protocol, layout, facts).collect(connection));
        });
    }

    private static CheckReport report(Seen seen, SkipLocked skipLocked) {
        ResolvedTable table = seen.protocol().table();
        Map<ColumnRole, String> columns = new EnumMap<>(ColumnRole.class);
        table.columns().forEach((role, column) -> columns.put(role, column.name() + " " + column.fullType()));
        List<Finding> findings = seen.findings();
        if (skipLocked == SkipLocked.DOES_NOT_SKIP) {
            findings.add(CheckFindings.doesNotSkip(seen.facts()));
        }
        return new CheckReport(
                table.name().toString(),
                seen.facts().family() + " " + seen.facts().version(),
                table.key().stream().map(column -> column.name().name()).toList(),
                columns,
                Optional.ofNullable(table.claimIndexOrNull()),
                skipLocked,
                table.lost(),
                findings);
    }
}
