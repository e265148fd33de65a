package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.table.AccountName;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.StatementTemplate;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks the live server how it would run the two statements of a batch: rows by primary-key range, and their UPDATE by key with the
 * condition again (C5). Both have to stay on the primary key; everything else locks rows they do not take (facts 1.4, 5.4).
 */
final class BatchStatements implements Examiner {
    /** As many as one transaction of a batch may have (C6). */
    private static final int CHUNK = 500;

    private static final int TUPLE_CHUNK = 200;

    private record Step(@Nullable String type, @Nullable String key, String extra) {
        boolean strays() {
            return "ALL".equals(type) || (key != null && !key.equals("PRIMARY"));
        }

        boolean sorts() {
            return extra.contains("filesort") || extra.contains("temporary");
        }
    }

    private final Patient patient;

    BatchStatements(Patient patient) {
        this.patient = patient;
    }

    @Override
    public String id() {
        return "batch-statements";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        if (!patient.isInnoDb() || patient.key().isEmpty()) {
            return;
        }
        List<Column> key = patient.key().get();
        KeyedTable table = KeyedTable.of(patient.name(), key);
        try {
            List<RowKey> sample = table.first(visit, key.size() == 1 ? CHUNK : TUPLE_CHUNK);
            if (sample.isEmpty()) {
                return;
            }
            Map<String, String> pieces = Map.of("{predicate}", predicate(visit), "{column}", writable(key));
            String read = table.fill(DoctorStatements.EXPLAIN + DoctorStatements.BATCH_READ, 1, pieces);
            judge(chart, "reading a batch's rows", visit.call(read).withBound(sample.get(0)));
            String write = table.fill(DoctorStatements.EXPLAIN + DoctorStatements.BATCH_WRITE, sample.size(), pieces);
            judge(
                    chart,
                    "writing " + sample.size() + " rows of a batch",
                    visit.call(write).withKeys(sample));
        } catch (SQLException e) {
            if (!refused(visit, chart, e)) {
                throw e;
            }
        }
    }

    private static String predicate(Visit visit) {
        return visit.settings()
                .batchPredicate()
                .map(condition ->
                        StatementTemplate.fill(DoctorStatements.AND_PREDICATE, Map.of("{predicate}", condition)))
                .orElse("");
    }

    private void judge(Chart chart, String what, Call explain) throws SQLException {
        List<Step> steps = explain.query(
                row -> new Step(row.getString("type"), row.getString("key"), String.valueOf(row.getString("Extra"))));
        for (Step step : steps) {
            if (step.strays() || step.sorts()) {
                chart.blocks(
                        "batch-plan",
                        what + " is planned over " + (step.key() == null ? "the whole table" : "index " + step.key())
                                + (step.sorts() ? " with a sort" : "") + ", not along the primary key alone",
                        "it locks rows it does not take, and online traffic waits for them; " + patient.size(),
                        "ANALYZE TABLE " + patient.name().quoted()
                                + "; a list of keys that the server does not take as a range needs a larger range_optimizer_max_mem_size"
                                + " or a smaller chunk",
                        "C2, facts 1.4");
            }
        }
    }

    private boolean refused(Visit visit, Chart chart, SQLException e) {
        if (ServerError.isAccessDenied(e.getErrorCode())) {
            String account = AccountName.quoted(visit.facts().account());
            chart.blocks(
                    "table-rights",
                    account + " may not read and update " + patient.name(),
                    "a batch is a locking read and an UPDATE: " + e.getMessage(),
                    "GRANT SELECT, UPDATE ON " + patient.name().quoted() + " TO " + account,
                    "B9");
            return true;
        }
        boolean given = visit.settings().batchPredicate().isPresent();
        if (given && (e.getErrorCode() == ServerError.ER_BAD_FIELD_ERROR || "42000".equals(e.getSQLState()))) {
            chart.blocks(
                    "batch-predicate",
                    "the condition of the batch does not fit the table: "
                            + visit.settings().batchPredicate().get(),
                    String.valueOf(e.getMessage()),
                    "write it as it stands behind WHERE, over the columns of " + patient.name(),
                    "C5");
            return true;
        }
        return false;
    }

    /** A column outside the key where there is one: of an UPDATE of the key itself no server makes the same plan. */
    private String writable(List<Column> key) {
        return patient.shape().columns().stream()
                .filter(column -> !key.contains(column) && column.writtenBy() != Column.WrittenBy.SERVER)
                .findFirst()
                .orElse(key.get(0))
                .name()
                .quoted();
    }
}
