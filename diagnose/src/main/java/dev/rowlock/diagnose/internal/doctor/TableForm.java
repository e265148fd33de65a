package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.KeyCodec;
import java.util.List;
import java.util.Optional;

/** Whether the table has row locks, and a key by which a row can be named again (A2, B9). */
final class TableForm implements Examiner {
    private final Patient patient;

    TableForm(Patient patient) {
        this.patient = patient;
    }

    @Override
    public String id() {
        return "table-form";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        String table = patient.name().quoted();
        if (patient.shape().kind().contains("VIEW")) {
            chart.blocks(
                    "table-view",
                    patient.name() + " is a view",
                    "rows are locked and claimed in the table behind it",
                    "name that table",
                    "B9");
            return;
        }
        if (!patient.isInnoDb()) {
            chart.blocks(
                    "table-engine",
                    "the engine is " + patient.shape().engine(),
                    "it has no row locks and no transactions: SKIP LOCKED skips nothing, and a failure leaves half a claim; "
                            + patient.size(),
                    "ALTER TABLE " + table + " ENGINE = InnoDB",
                    "B9");
        }
        Optional<Index> primary = patient.shape().primary();
        if (primary.isEmpty()) {
            chart.blocks(
                    "table-key",
                    "there is no primary key",
                    "a row that was read cannot be named again, and a replica looks for each changed row in the whole table; "
                            + patient.size(),
                    "ALTER TABLE " + table + " ADD COLUMN `id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY",
                    "A2");
        } else if (patient.key().isEmpty()) {
            List<String> odd = primary.get().columns().stream()
                    .flatMap(column -> patient.shape().column(column).stream())
                    .filter(column -> !KeyCodec.supports(column))
                    .map(column -> column.name() + " " + column.fullType())
                    .toList();
            chart.blocks(
                    "table-key",
                    "the primary key cannot be read along: "
                            + (odd.isEmpty() ? "it has prefix lengths or descending parts" : String.join(", ", odd)),
                    "rows are locked and written in the order of the primary key, which has to be the order of its values; "
                            + patient.size(),
                    "key the table by whole numbers, decimals, text, bytes or times: "
                            + patient.shape().columns().stream()
                                    .map(Column::name)
                                    .map(Object::toString)
                                    .toList(),
                    "A2, facts 1.6");
        }
    }
}
