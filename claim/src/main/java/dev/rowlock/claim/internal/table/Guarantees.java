package dev.rowlock.claim.internal.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LostGuarantee;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Says what a table cannot promise because of the columns and states it lacks. */
final class Guarantees {
    private final String table;
    private final Map<ColumnRole, Column> columns;
    private final List<LostGuarantee> lost = new ArrayList<>();

    private Guarantees(TableName table, Map<ColumnRole, Column> columns) {
        this.table = table.quoted();
        this.columns = columns;
    }

    static List<LostGuarantee> lost(TableName table, Map<ColumnRole, Column> columns, Map<LeaseState, Object> states) {
        Guarantees guarantees = new Guarantees(table, columns);
        guarantees.expiry();
        guarantees.fence();
        guarantees.attempts(states.containsKey(LeaseState.DEAD));
        guarantees.rest();
        return guarantees.lost;
    }

    private boolean lacks(ColumnRole role) {
        return !columns.containsKey(role);
    }

    private void lose(String what, String because, String remedy) {
        lost.add(new LostGuarantee(what, because, remedy));
    }

    private String add(String column) {
        return "ALTER TABLE " + table + " ADD COLUMN " + column;
    }

    private void expiry() {
        if (lacks(ColumnRole.LEASE_UNTIL) && lacks(ColumnRole.CLAIMED_AT)) {
            lose(
                    "a row whose holder died is never found again",
                    "no lease_until and no claimed_at column",
                    add("`lease_until` DATETIME(6) NULL"));
        } else if (lacks(ColumnRole.LEASE_UNTIL)) {
            lose(
                    "each holder's own lease length; expiry is claimed_at plus the lease length, which all processes must share",
                    "no lease_until column",
                    add("`lease_until` DATETIME(6) NULL"));
        }
    }

    private void fence() {
        Column token = columns.get(ColumnRole.TOKEN);
        if (token != null) {
            if (!token.type().equals("bigint")) {
                lose(
                        "a lost COMMIT of a claim can always be resolved",
                        "the token column is narrower than BIGINT",
                        "ALTER TABLE " + table + " MODIFY " + token.name().quoted() + " BIGINT NULL");
            }
            return;
        }
        boolean byTime = !lacks(ColumnRole.LEASE_UNTIL) || !lacks(ColumnRole.CLAIMED_AT);
        lose(
                byTime
                        ? "a fencing token that other systems can compare; the lease's own time is the fence inside this table"
                        : "a late holder is kept from finishing a row that was claimed again; only the status is compared",
                "no token column",
                add("`token` BIGINT NULL"));
    }

    private void attempts(boolean hasDead) {
        if (lacks(ColumnRole.ATTEMPTS)) {
            lose("a row that always fails is given up", "no attempts column", add("`attempts` INT NOT NULL DEFAULT 0"));
        } else if (!hasDead) {
            lose(
                    "a row that always fails is given up",
                    "the status column has no value for dead rows",
                    "name one the status column holds, or add it to the column's type");
        }
    }

    private void rest() {
        if (lacks(ColumnRole.AVAILABLE_AT)) {
            lose(
                    "a row can wait: delays and backoff",
                    "no available_at column",
                    add("`available_at` DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)"));
        }
        if (lacks(ColumnRole.LAST_ERROR)) {
            lose("the reason of a failure is kept", "no last_error column", add("`last_error` TEXT NULL"));
        }
        if (lacks(ColumnRole.OWNER)) {
            lose("the table shows who holds a row", "no owner column", add("`owner` VARCHAR(100) NULL"));
        }
    }
}
