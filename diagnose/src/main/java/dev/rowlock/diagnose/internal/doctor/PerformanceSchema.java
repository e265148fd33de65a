package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.diagnose.internal.sql.ShownStatements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether statement P99, deadlocks by account, and who blocks whom can be seen at all (C9). */
final class PerformanceSchema implements Examiner {
    @Override
    public String id() {
        return "performance-schema";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        if (!visit.isOn("performance_schema")) {
            off(visit, chart);
            return;
        }
        consumers(visit, chart);
        long lost = visit.counter("performance_schema_digest_lost");
        // The counter goes on after a TRUNCATE; the row in which they are added up begins again.
        long together = lost == 0
                ? 0
                : visit.ask(DoctorStatements.DIGESTS_WITHOUT_ROOM, row -> row.getLong(1)).stream()
                        .findFirst()
                        .orElse(0L);
        if (together > 0) {
            chart.warns(
                    "digests-full",
                    "the digest table is full: " + together + " statements found no room in its "
                            + visit.variable("performance_schema_digests_size").orElse("?")
                            + " rows and are added up in one row",
                    "a statement without a row of its own has no P99, so a batch that listens to it is deaf, and this report does not see it",
                    ShownStatements.DIGESTS_EMPTY + " (all figures start again); if it fills again, raise"
                            + " performance_schema_digests_size in the server's configuration, and look for statements with literals in place"
                            + " of names",
                    "C9, facts 6");
        }
    }

    private static void off(Visit visit, Chart chart) {
        String what = "performance_schema is OFF";
        String remedy = "performance_schema = ON in the server's configuration, then restart it";
        if (visit.isMariaDb()) {
            chart.notes(
                    "performance-schema",
                    what,
                    "MariaDB has no histogram of statement times in it anyway: P99 comes from a canary write or the application's own timer; but"
                            + " the statements of this schema cannot be looked through",
                    remedy,
                    "C9, facts 6");
        } else {
            chart.warns(
                    "performance-schema",
                    what,
                    "nobody can see the P99 of an online statement, deadlocks by account, or who blocks whom: of the three signals that a batch is"
                            + " watched by, one is left",
                    remedy,
                    "C9, facts 6");
        }
    }

    private static void consumers(Visit visit, Chart chart) throws SQLException {
        List<String> off = new ArrayList<>(visit.ask(DoctorStatements.CONSUMERS_OFF, row -> row.getString(1)));
        String remedy = String.format(ShownStatements.CONSUMERS_ON, String.join("', '", off));
        List<String> instruments = visit.ask(DoctorStatements.INSTRUMENTS_OFF, row -> row.getString(1));
        if (!instruments.isEmpty()) {
            remedy = (off.isEmpty() ? "" : remedy + "; ") + ShownStatements.INSTRUMENTS_ON;
        }
        off.addAll(instruments);
        if (!off.isEmpty()) {
            chart.warns(
                    "statement-times",
                    "off in performance_schema: " + String.join(", ", off),
                    "statement digests and their histograms are not kept or not timed (" + off.size()
                            + " switches off), so there is no P99 of online statements to give way to",
                    remedy + "; and the same in the server's configuration, since it is forgotten at a restart",
                    "C9, facts 6");
        }
    }
}
