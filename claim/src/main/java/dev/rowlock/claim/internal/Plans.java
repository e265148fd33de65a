package dev.rowlock.claim.internal;

import dev.rowlock.claim.Fence;
import dev.rowlock.claim.Finding;
import dev.rowlock.claim.Finding.Level;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.internal.sql.InspectionStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks the live server how it would run the protocol's statements, and reports those that would read or sort more than they should (A4). */
public final class Plans {
    private record Step(@Nullable String key, String extra) {}

    private final Protocol protocol;
    private final List<Finding> findings = new ArrayList<>();

    public Plans(Protocol protocol) {
        this.protocol = protocol;
    }

    public List<Finding> findings(Connection connection) throws SQLException {
        TableSql sql = protocol.sql();
        Object ready = protocol.table().state(LeaseState.READY);
        Object processing = protocol.table().state(LeaseState.PROCESSING);
        String index = protocol.table().claimIndexOrNull() == null
                ? "PRIMARY"
                : protocol.table().claimIndexOrNull();
        explain(
                connection,
                "reading candidates",
                sql.candidates,
                index,
                call -> call.with(ready).with(100));
        List<RowKey> sample = new Call(connection, sql.named(InspectionStatements.TABLE_SAMPLE))
                .query(row -> protocol.keys().read(row, 1));
        if (sample.size() == 2) {
            Fence fence = new Fence(
                    1L,
                    "2000-01-01 00:00:00",
                    "2000-01-01 00:00:00",
                    protocol.settings().owner());
            explain(connection, "locking candidates", sql.forKeys(sql.lockReady, 2), "PRIMARY", call -> {
                protocol.stamps().bindStampSelect(call, protocol.settings().lease());
                call.withKeys(sample).with(ready).with(2);
            });
            explain(connection, "writing a claim", sql.forKeys(sql.claim, 2), "PRIMARY", call -> {
                call.with(processing);
                protocol.stamps().bindClaimSet(call, fence);
                call.withKeys(sample).with(ready);
            });
        }
        return findings;
    }

    private void explain(Connection connection, String what, String sql, String index, Consumer<Call> bind)
            throws SQLException {
        Call call = new Call(connection, InspectionStatements.EXPLAIN + sql);
        bind.accept(call);
        for (Step step : call.query(row -> new Step(row.getString("key"), String.valueOf(row.getString("Extra"))))) {
            boolean sorts = step.extra().contains("filesort") || step.extra().contains("temporary");
            boolean elsewhere = step.key() != null && !step.key().equals(index);
            if (sorts || elsewhere) {
                findings.add(new Finding(
                        "claim-plan",
                        Level.BLOCKS,
                        what + " is planned over index " + step.key() + (sorts ? " with a sort" : "") + ", not over "
                                + index + " alone",
                        "it would read, and lock, rows it does not take",
                        "ANALYZE TABLE " + protocol.table().name().quoted()
                                + "; then compare the index with the one this check names",
                        "A4"));
            }
        }
    }
}
