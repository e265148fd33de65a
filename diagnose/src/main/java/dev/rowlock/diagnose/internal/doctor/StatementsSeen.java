package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Index;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What programs really send: statements of the schema in the digest table that break A9, facts 1.2 or C5. */
final class StatementsSeen implements Examiner {
    /** EXPLAIN is cheap, not free. */
    private static final int SAMPLES_EXPLAINED = 50;

    private final List<Patient> patients;
    private final Map<String, List<String>> keys = new HashMap<>();
    private int explained;

    StatementsSeen(List<Patient> patients) {
        this.patients = patients;
    }

    @Override
    public String id() {
        return "statements";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        if (!visit.isOn("performance_schema")) {
            return;
        }
        Set<String> schemas = new LinkedHashSet<>();
        visit.schema().ifPresent(schemas::add);
        patients.forEach(patient -> schemas.add(patient.schema()));
        for (String schema : schemas) {
            List<SeenUse> uses = visit.ask(
                    visit.isMariaDb() ? DoctorStatements.DIGESTS_LOCKING_MARIADB : DoctorStatements.DIGESTS_LOCKING,
                    SeenUse::read,
                    schema);
            for (SeenUse use : uses) {
                judge(visit, chart, schema, use);
            }
        }
    }

    private void judge(Visit visit, Chart chart, String schema, SeenUse use) throws SQLException {
        if (use.statement().isLockingRead()) {
            boolean misused = use.statement().skipsLocked() && misuse(visit, chart, schema, use);
            // Names in a sample are those of the schema it ran in.
            boolean explains = visit.schema().filter(schema::equals).isPresent() && explained < SAMPLES_EXPLAINED;
            if (!misused && explains) {
                explained++;
                index(visit, chart, use);
            }
        } else if (use.statement().updatesByListAlone()) {
            updateByList(chart, use);
        }
    }

    /** Whether it uses SKIP LOCKED where skipped rows are missed (A9). */
    private boolean misuse(Visit visit, Chart chart, String schema, SeenUse use) throws SQLException {
        SeenStatement statement = use.statement();
        if (statement.aggregates()) {
            chart.warns(
                    "skip-locked-aggregate",
                    "an aggregate with SKIP LOCKED: " + statement.shown(),
                    "rows that somebody holds are simply absent, so the figure is wrong, and it locks every row it counts; "
                            + use.figures(),
                    "count without a lock, or with FOR SHARE if the figure has to hold until the end of the transaction",
                    "A9");
            return true;
        }
        if (statement.joins()) {
            chart.warns(
                    "skip-locked-join",
                    "a join with SKIP LOCKED: " + statement.shown(),
                    "it locks, and skips, by rows of the joined tables as well: a job is absent because somebody holds its customer; "
                            + use.figures(),
                    visit.isMariaDb()
                            ? "claim from the queue's table alone and read the others after the commit"
                            : "name the queue's table: FOR UPDATE OF it SKIP LOCKED; or claim from it alone and read the others after the commit",
                    "A9");
            return true;
        }
        if (!statement.isLimited()
                && !statement.isCut()
                && !statement.isBoundBy(key(visit, schema, statement.table()))) {
            chart.warns(
                    "skip-locked-unlimited",
                    "SKIP LOCKED without LIMIT: " + statement.shown(),
                    "it locks every row it finds, so that other workers find none, and what it does not find is taken for done; "
                            + use.figures(),
                    "add ORDER BY and LIMIT as a claim has, or name the rows by the primary key; a scan for all rows must not skip any",
                    "A9, A3");
            return true;
        }
        return false;
    }

    private static void index(Visit visit, Chart chart, SeenUse use) {
        Optional<SamplePlan.Stray> found = SamplePlan.stray(visit, use);
        if (found.isEmpty()) {
            return;
        }
        SamplePlan.Stray stray = found.get();
        String along = stray.index() == null ? "the whole table" : "index " + stray.index();
        chart.warns(
                "locking-read-index",
                "a locking read along " + along + (stray.sorts() ? ", with a sort" : "") + ": "
                        + use.statement().shown(),
                (stray.sorts()
                                ? "a sort locks every candidate before LIMIT counts; "
                                : use.statement().skipsLocked()
                                        ? "it keeps the index lock of each row it skipped, and the row's owner waits, or deadlocks, at its next"
                                                + " write; "
                                        : "it locks the index entry first and the row second, an UPDATE by primary key the other way round: a"
                                                + " deadlock; ")
                        + "about " + stray.rows() + " rows in the plan; " + use.figures(),
                "read the keys without a lock first, then lock them by primary key: ... FORCE INDEX (PRIMARY) WHERE key IN (...) AND condition FOR"
                        + " UPDATE" + (use.statement().skipsLocked() ? " SKIP LOCKED" : ""),
                stray.sorts() ? "A4, facts 1.1" : "facts 1.2, 1.6");
    }

    private static void updateByList(Chart chart, SeenUse use) {
        String what = "an UPDATE by a list of keys that tests nothing else: "
                + use.statement().shown();
        String why = "a row that online traffic changed between the SELECT and this is overwritten; " + use.figures();
        String remedy =
                "repeat the condition of the SELECT: ... WHERE key IN (...) AND status = ... AND modified_at < ..., and treat rows that"
                        + " fall out as somebody else's";
        if (use.changedEach() > 1) {
            chart.warns("update-without-compare", what, why, remedy, "C5");
        } else {
            chart.notes("update-without-compare", what, why, remedy, "C5");
        }
    }

    /** The primary key's columns of a table; none when it is not to be found. */
    private List<String> key(Visit visit, String schema, String table) throws SQLException {
        String place = schema + "." + table;
        List<String> known = keys.get(place);
        if (known != null) {
            return known;
        }
        List<String> key;
        try {
            TableName name = new TableName(new Identifier(schema), new Identifier(table));
            key = Patient.named(visit, name)
                    .shape()
                    .primary()
                    .map(Index::columns)
                    .orElse(List.of());
        } catch (RowlockException unknown) {
            key = List.of();
        }
        keys.put(place, key);
        return key;
    }
}
