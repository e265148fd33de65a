package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** In what this server differs from others for a batch. Reads two variables; locks nothing. */
final class ServerNotes {
    private ServerNotes() {}

    static List<PlanNote> of(Connection connection, ServerFacts facts, BatchPlan plan) throws SQLException {
        List<PlanNote> notes = new ArrayList<>();
        notes.add(PlanNote.info(
                "isolation",
                "each chunk is a transaction of its own at READ COMMITTED, whatever the server's default: under REPEATABLE READ it would block"
                        + " online updates of rows that do not even match (facts 5.2)"));
        if (facts.readOnly()) {
            notes.add(PlanNote.blocks(
                    "read-only",
                    "the server takes no writes now",
                    "connect to the primary, or SET GLOBAL read_only = OFF"));
        }
        if (facts.family() == ServerFamily.MARIADB && facts.snapshotIsolation()) {
            notes.add(PlanNote.warning(
                    "snapshot-isolation",
                    "innodb_snapshot_isolation is ON: an online transaction at REPEATABLE READ that writes a row which the batch changed since"
                            + " its snapshot gets error 1020 and has to be run again like a deadlock; the batch itself locks by SKIP LOCKED on"
                            + " every server, since a plain compare-and-set by range would wait here (facts 5.3)",
                    "have online transactions retry 1020 as they retry 1213"));
        }
        if (!facts.deadlockDetect()) {
            notes.add(PlanNote.warning(
                    "deadlock-detection",
                    "innodb_deadlock_detect is OFF: a deadlock ends after innodb_lock_wait_timeout ("
                            + facts.lockWaitTimeout().toSeconds() + " s), as error 1205",
                    null));
        }
        boolean histograms = facts.family() == ServerFamily.MYSQL
                && new Call(connection, PlanStatements.PLAN_HISTOGRAMS)
                        .query(row -> row.getString(2)).stream().anyMatch(value -> value.equals("ON"));
        boolean wanted = plan.guards().stream()
                .anyMatch(rule -> rule.kind() == GuardRule.Kind.STATEMENT || rule.kind() == GuardRule.Kind.COMMIT);
        if (!histograms) {
            String text =
                    "this server keeps no latency histogram of statements, so the P99 of an online statement cannot be read:"
                            + " a canary write (to a table of ours) stands in for it, or your application's own timer";
            notes.add(
                    wanted
                            ? PlanNote.warning(
                                    "histograms",
                                    text + "; the plan's guard on a statement or on COMMIT is one it cannot keep",
                                    "--guard 'canary < 1.3x', or --guard 'http:http://host/metrics NAME < 20ms'")
                            : PlanNote.info("histograms", text));
        }
        return notes;
    }
}
