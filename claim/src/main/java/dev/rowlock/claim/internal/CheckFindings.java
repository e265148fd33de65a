package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.DatabaseClock;
import dev.rowlock.claim.Finding;
import dev.rowlock.claim.Finding.Level;
import dev.rowlock.claim.IndexUse;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.claim.internal.sql.InspectionStatements;
import dev.rowlock.claim.internal.table.ClaimIndex;
import dev.rowlock.claim.internal.table.ResolvedTable;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Collects what a table's owner should mend before going live. Reads only. */
public final class CheckFindings {
    private static final Set<String> WITHOUT_SEASONS = Set.of("UTC", "GMT", "Etc/UTC", "Universal", "Zulu");

    private final Protocol protocol;
    private final ResolvedTable table;
    private final TableLayout layout;
    private final ServerFacts facts;
    private final List<Finding> findings = new ArrayList<>();

    public CheckFindings(Protocol protocol, TableLayout layout, ServerFacts facts) {
        this.protocol = protocol;
        this.table = protocol.table();
        this.layout = layout;
        this.facts = facts;
    }

    public List<Finding> collect(Connection connection) throws SQLException {
        server();
        index();
        if (findings.stream().noneMatch(finding -> finding.level() == Level.BLOCKS)) {
            rights(connection);
        }
        findings.addAll(new Plans(protocol).findings(connection));
        timeZone();
        triggers(connection);
        endless(connection);
        return findings;
    }

    private void server() {
        try {
            facts.requireSupported();
        } catch (ConfigurationException e) {
            blocks(
                    "server",
                    String.valueOf(e.getMessage()),
                    "two workers could get one row, or nothing can be written",
                    "see the message",
                    "A10");
        }
        if (facts.readOnly()) {
            blocks(
                    "read-only",
                    "the server is read-only",
                    "a claim is a write",
                    "connect to the primary, or SET GLOBAL super_read_only = OFF; SET GLOBAL read_only = OFF",
                    "B9");
        }
        if (!facts.deadlockDetect()) {
            warns(
                    "deadlock-detect",
                    "innodb_deadlock_detect is OFF",
                    "deadlocks end only after innodb_lock_wait_timeout ("
                            + facts.lockWaitTimeout().toSeconds() + " s)",
                    "SET GLOBAL innodb_deadlock_detect = ON",
                    "B5");
        }
        if (facts.lockWaitTimeout().compareTo(protocol.settings().lease()) >= 0) {
            warns(
                    "lock-wait-timeout",
                    "innodb_lock_wait_timeout is " + facts.lockWaitTimeout().toSeconds() + " s, the lease "
                            + protocol.settings().lease().toSeconds() + " s",
                    "a completion that waits for a row's lock may outlive its lease",
                    "SET SESSION innodb_lock_wait_timeout = 5 on the worker's connections",
                    "A7");
        }
    }

    private void index() {
        if (table.claimIndexOrNull() != null) {
            return;
        }
        String create = ClaimIndex.createStatement(
                table.name(), table.key(), table.status(), table.column(ColumnRole.AVAILABLE_AT));
        String what = "no index gives ready rows in the order of the claim";
        String why = "each claim searches for ready rows along the primary key, past every finished one";
        if (layout.indexUse() == IndexUse.REQUIRED) {
            blocks("claim-index", what, why, create, "A4");
        } else {
            warns("claim-index", what, why, create, "A4");
        }
    }

    private void rights(Connection connection) throws SQLException {
        Rights rights = new Rights(protocol, facts.account());
        try {
            rights.require(connection);
        } catch (ConfigurationException e) {
            blocks(
                    "table-rights",
                    String.valueOf(e.getMessage()),
                    "a claim is a locking read and an UPDATE",
                    rights.grant(),
                    "B9");
        }
    }

    private void timeZone() {
        boolean datetime = table.columns().values().stream()
                .anyMatch(column -> column.type().equals("datetime"));
        boolean timestamp = table.columns().values().stream()
                .anyMatch(column -> column.type().equals("timestamp"));
        boolean seasons = !WITHOUT_SEASONS.contains(facts.timeZone())
                && !facts.timeZone().startsWith("+")
                && !facts.timeZone().startsWith("-");
        if (seasons && ((datetime && table.clock() == DatabaseClock.SESSION) || timestamp)) {
            warns(
                    "time-zone",
                    "times are compared in the session's time zone " + facts.timeZone(),
                    "when its clocks are set forward leases end an hour early, when they are set back they last an hour longer",
                    datetime
                            ? "keep times in UTC and choose the UTC clock (--clock utc), or run sessions with time_zone = '+00:00'"
                            : "run sessions with time_zone = '+00:00'; TIMESTAMP columns do not change by it",
                    "A6");
        }
    }

    private void triggers(Connection connection) throws SQLException {
        List<String> triggers = new Call(connection, InspectionStatements.TABLE_TRIGGERS)
                .with(table.name().schema().map(Identifier::name).orElse(null))
                .with(table.name().table().name())
                .query(row -> row.getString(1));
        if (!triggers.isEmpty()) {
            warns(
                    "triggers",
                    "triggers run in every claim and completion: " + String.join(", ", triggers),
                    "what they do, and the rows they lock, is part of the claim's transaction",
                    "keep them short, or leave status changes out of them",
                    "A5");
        }
    }

    private void endless(Connection connection) throws SQLException {
        if (!table.knowsExpiry()) {
            return;
        }
        boolean found = !new Call(connection, protocol.sql().named(InspectionStatements.TABLE_ENDLESS))
                .with(table.state(LeaseState.PROCESSING))
                .query(row -> true)
                .isEmpty();
        if (found) {
            Column end =
                    table.column(ColumnRole.LEASE_UNTIL).orElse(table.columns().get(ColumnRole.CLAIMED_AT));
            String column = end == null ? "" : end.name().quoted();
            warns(
                    "endless-lease",
                    "rows are processing with " + column + " NULL",
                    "another program claims without a lease: if it dies, these rows are never reclaimed",
                    "let every consumer set " + column + " when it claims, or put these rows back by hand",
                    "A6");
        }
    }

    /** For a server on which two sessions got the same row. */
    public static Finding doesNotSkip(ServerFacts facts) {
        return new Finding(
                "skip-locked",
                Level.BLOCKS,
                "SKIP LOCKED or NOWAIT does nothing on this server (" + facts.version() + ")",
                "two workers would get the same row",
                "use MySQL 8.0+ or MariaDB 10.6+",
                "A10");
    }

    private void blocks(String id, String what, String why, String remedy, String rule) {
        findings.add(new Finding(id, Level.BLOCKS, what, why, remedy, rule));
    }

    private void warns(String id, String what, String why, String remedy, String rule) {
        findings.add(new Finding(id, Level.WARNS, what, why, remedy, rule));
    }
}
