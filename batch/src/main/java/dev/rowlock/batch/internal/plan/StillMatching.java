package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.internal.Assignments;
import dev.rowlock.batch.internal.Fragment;
import dev.rowlock.batch.internal.Target;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.StatementTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether rows fulfil the predicate still after an assignment: the server computes it for rows of the sample, and changes none. */
final class StillMatching {
    private static final int MOST = 200;
    private static final String ONCE =
            ": each row is changed once all the same, since what is done is known by key and checkpoint and the predicate is never asked"
                    + " again; but another run of this plan would change them again";

    private StillMatching() {}

    static PlanNote of(Connection connection, BatchPlan plan, Action.Set set, Target target, List<RowKey> matching) {
        if (matching.isEmpty()) {
            return PlanNote.info(
                    "still-matching",
                    "no row of the sample matches, so nobody can say whether rows match still after the change" + ONCE);
        }
        List<RowKey> keys = matching.subList(0, Math.min(MOST, matching.size()));
        try {
            long[] counts = count(connection, plan, set, target, keys);
            String figures = counts[1] + " of " + counts[0] + " sampled rows match still after the change";
            return counts[1] == 0
                    ? PlanNote.info("still-matching", figures + ": the same plan finds no row twice")
                    : PlanNote.warning("still-matching", figures + ONCE, null);
        } catch (SQLException e) {
            return PlanNote.info(
                    "still-matching", "whether rows match still after the change cannot be computed beforehand" + ONCE);
        }
    }

    private static long[] count(Connection connection, BatchPlan plan, Action.Set set, Target target, List<RowKey> keys)
            throws SQLException {
        Fragment where = Fragment.parse("condition", plan.where());
        Map<String, String> values = Assignments.expressions(set.assignments());
        List<String> bound = new ArrayList<>(where.values(plan.parameters()));
        List<String> selected = new ArrayList<>();
        for (Column column : target.shape().columns()) {
            String name = column.name().name().toLowerCase(Locale.ROOT);
            String expression = values.get(name);
            if (expression == null) {
                selected.add(
                        column.writtenBy() == Column.WrittenBy.EVERY_UPDATE
                                ? "NOW(6) AS " + column.name().quoted()
                                : column.name().quoted());
            } else {
                Fragment piece = Fragment.parse("assignment", expression);
                bound.addAll(piece.values(plan.parameters()));
                selected.add("(" + piece.sql() + ") AS " + column.name().quoted());
            }
        }
        String sql = StatementTemplate.fill(
                PlanStatements.PLAN_STILL_MATCHING,
                Map.of(
                        "{predicate}", where.sql(),
                        "{after}", selected.stream().collect(Collectors.joining(", ")),
                        "{table}", target.name().quoted(),
                        "{keys}", new KeySql(target.key()).in(keys.size()),
                        "{alias}", target.name().table().quoted()));
        Call call = new Call(connection, sql);
        bound.forEach(call::with);
        return call.withKeys(keys)
                .query(row -> new long[] {row.getLong(1), row.getLong(2)})
                .get(0);
    }
}
