package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Foreign keys and triggers, which make a statement lock rows of other tables as well, in an order that nobody wrote down. */
final class Relations implements Examiner {
    private record ForeignKey(
            String schema,
            String name,
            String table,
            @Nullable String parentSchema,
            String parent,
            String onUpdate,
            String onDelete) {
        boolean isOf(Patient patient) {
            return schema.equalsIgnoreCase(patient.schema()) && table.equalsIgnoreCase(patient.table());
        }

        boolean cascades() {
            return !isPassive(onUpdate) || !isPassive(onDelete);
        }

        private static boolean isPassive(String action) {
            return action.equals("RESTRICT") || action.equals("NO ACTION");
        }
    }

    private final Patient patient;

    Relations(Patient patient) {
        this.patient = patient;
    }

    @Override
    public String id() {
        return "relations";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        List<ForeignKey> keys = visit.ask(
                DoctorStatements.TABLE_FOREIGN_KEYS,
                row -> new ForeignKey(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7)),
                patient.schema(),
                patient.table(),
                patient.schema(),
                patient.table());
        parents(chart, keys.stream().filter(key -> key.isOf(patient)).toList());
        children(chart, keys.stream().filter(key -> !key.isOf(patient)).toList());
        triggers(visit, chart);
    }

    private void parents(Chart chart, List<ForeignKey> keys) {
        if (keys.isEmpty()) {
            return;
        }
        String parents = keys.stream().map(ForeignKey::parent).distinct().collect(Collectors.joining(", "));
        chart.warns(
                "foreign-key",
                keys.size() + " foreign keys point from here at " + parents + ": " + names(keys),
                "each INSERT, and each UPDATE of their columns, locks the row of " + parents
                        + " shared; who changes that row later in the same transaction closes a cycle (S, then X); "
                        + patient.size(),
                "lock the rows of " + parents
                        + " first, with FOR UPDATE, in every transaction that writes both; leave these columns out of a"
                        + " batch's SET; or ALTER TABLE " + patient.name().quoted() + " DROP FOREIGN KEY "
                        + keys.get(0).name(),
                "facts 5.5");
    }

    private void children(Chart chart, List<ForeignKey> keys) {
        if (keys.isEmpty()) {
            return;
        }
        String children = keys.stream().map(ForeignKey::table).distinct().collect(Collectors.joining(", "));
        boolean cascades = keys.stream().anyMatch(ForeignKey::cascades);
        chart.warns(
                "foreign-key",
                keys.size() + " foreign keys point here from " + children + ": " + names(keys),
                "whoever inserts into " + children + " waits for rows that a batch holds here"
                        + (cascades
                                ? ", and an UPDATE or DELETE here changes, and locks, rows there that no limit counts (ON UPDATE or ON DELETE)"
                                : "")
                        + "; " + patient.size(),
                "small chunks, and the order this table first, " + children + " second everywhere"
                        + (cascades ? "; let the batch delete the rows of " + children + " itself, by their key" : ""),
                "C6, facts 5.5");
    }

    private void triggers(Visit visit, Chart chart) throws SQLException {
        List<String> triggers = visit.ask(
                DoctorStatements.TABLE_TRIGGERS,
                row -> row.getString(1) + " (" + row.getString(2) + " " + row.getString(3) + ")",
                patient.schema(),
                patient.table());
        if (!triggers.isEmpty()) {
            chart.warns(
                    "triggers",
                    triggers.size() + " triggers run with writes: " + String.join(", ", triggers),
                    "what they do, and the rows they lock in other tables, is part of every claim's and batch's transaction, after the locks here; "
                            + patient.size(),
                    "let everybody lock this table first and theirs second; keep them short, or let them leave alone what only changes status",
                    "A5");
        }
    }

    private static String names(List<ForeignKey> keys) {
        return keys.stream().map(ForeignKey::name).collect(Collectors.joining(", "));
    }
}
