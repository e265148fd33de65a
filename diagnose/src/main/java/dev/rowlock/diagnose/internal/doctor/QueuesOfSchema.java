package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Finds the tables to examine when nobody named any. */
final class QueuesOfSchema implements Examiner {
    private static final int MOST = 50;

    private final List<Patient> patients = new ArrayList<>();

    @Override
    public String id() {
        return "tables";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        if (visit.schema().isEmpty()) {
            chart.notes(
                    "no-tables",
                    "no table was examined",
                    "none was named, and the URL names no schema to look for queues in",
                    "rowlock doctor SCHEMA.TABLE, or a URL such as jdbc:mysql://host:3306/schema",
                    "A4");
            return;
        }
        String schema = visit.schema().get();
        List<String> names = visit.ask(DoctorStatements.TABLES_LIKE_QUEUES, row -> row.getString(1), schema);
        for (String name : names.subList(0, Math.min(MOST, names.size()))) {
            patients.add(Patient.named(visit, new TableName(new Identifier(schema), new Identifier(name))));
        }
        if (names.isEmpty()) {
            chart.notes(
                    "no-tables",
                    "no table of " + schema + " looks like a queue, so none was examined",
                    "looked for: a column status beside available_at, lease_until or claimed_at",
                    "rowlock doctor TABLE",
                    "A4");
        } else if (names.size() > MOST) {
            chart.notes(
                    "no-tables",
                    schema + " has more than " + MOST + " tables that look like queues; " + MOST + " were examined",
                    "the visit is to cost the server little",
                    "rowlock doctor TABLE for the others",
                    "A4");
        }
    }

    List<Patient> patients() {
        return List.copyOf(patients);
    }
}
