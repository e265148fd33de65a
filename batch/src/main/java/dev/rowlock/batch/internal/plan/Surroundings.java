package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.internal.Assignments;
import dev.rowlock.batch.internal.Target;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What else a change of the table sets going: triggers, foreign keys, computed columns; and what that does to the order of locks. */
final class Surroundings {
    private final Connection connection;
    private final ServerFamily family;
    private final Target target;

    Surroundings(Connection connection, ServerFamily family, Target target) {
        this.connection = connection;
        this.family = family;
        this.target = target;
    }

    List<PlanNote> notes(Action action) throws SQLException {
        List<PlanNote> notes = new ArrayList<>();
        partitions(notes);
        if (action instanceof Action.Handle) {
            return notes; // the batch itself changes nothing
        }
        boolean deletes = !(action instanceof Action.Set);
        Set<String> changed =
                action instanceof Action.Set set ? Set.copyOf(Assignments.columns(set.assignments())) : Set.of();
        triggers(notes, target.name(), deletes ? "DELETE" : "UPDATE");
        if (action instanceof Action.Archive archive) {
            TableName to = archive.to().schema().isPresent()
                    ? archive.to()
                    : new TableName(
                            new dev.rowlock.mysql.Identifier(connection.getCatalog()),
                            archive.to().table());
            triggers(notes, to, "INSERT");
            parents(notes, to, Set.of(), "the archive " + to);
        }
        if (!deletes) {
            parents(notes, target.name(), changed, "the table");
        }
        children(notes, deletes);
        waits(notes, deletes, changed);
        computed(notes, action);
        return notes;
    }

    private void partitions(List<PlanNote> notes) throws SQLException {
        String first = target.key().get(0).name().name();
        rows(PlanStatements.PLAN_PARTITIONS, target.name(), row -> {
            String expression = row.getString(3) == null ? "the key" : row.getString(3);
            boolean inOrder = row.getString(2).startsWith("RANGE")
                    && expression.replace("`", "").equalsIgnoreCase(first);
            notes.add(
                    PlanNote.info(
                            "partitions",
                            "the table has " + row.getLong(1) + " partitions by " + row.getString(2) + " (" + expression
                                    + "): "
                                    + (inOrder
                                            ? "a chunk's range lies in one or two of them, and the server leaves the others out"
                                            : "a chunk's range may lie in all of them, so each of its statements looks into each, in the key's order")));
            return "";
        });
    }

    private void triggers(List<PlanNote> notes, TableName table, String event) throws SQLException {
        List<String> found = rows(
                PlanStatements.PLAN_TRIGGERS,
                table,
                row -> row.getString(2).equals(event)
                        ? row.getString(1) + " (" + row.getString(3).toLowerCase(Locale.ROOT) + " "
                                + event.toLowerCase(Locale.ROOT) + ")"
                        : "");
        if (!found.isEmpty()) {
            notes.add(PlanNote.warning(
                    "triggers",
                    "for each row of a chunk " + table + " runs the trigger " + String.join(", ", found)
                            + ": rows it writes elsewhere are locked after the chunk's own and until its commit, so online transactions that"
                            + " lock them in the other order can deadlock with the batch, and then it is the online side that is rolled"
                            + " back; keep chunks small (--chunk-rows)",
                    null));
        }
    }

    private void parents(List<PlanNote> notes, TableName table, Set<String> changed, String whose) throws SQLException {
        boolean all = !table.equals(target.name());
        List<String> found = rows(
                PlanStatements.PLAN_PARENTS,
                table,
                row -> all || changed.contains(row.getString(2).toLowerCase(Locale.ROOT))
                        ? row.getString(2) + " -> " + row.getString(3) + " (" + row.getString(1) + ")"
                        : "");
        if (!found.isEmpty()) {
            notes.add(PlanNote.warning(
                    "parents",
                    "each new value of a foreign key of " + whose
                            + " takes a shared lock on the parent's row until the chunk's commit: "
                            + String.join(", ", found)
                            + "; the batch waits for online transactions that change such a parent, and they for it",
                    null));
        }
    }

    private void children(List<PlanNote> notes, boolean deletes) throws SQLException {
        List<String> follow = new ArrayList<>();
        List<String> refuse = new ArrayList<>();
        rows(PlanStatements.PLAN_CHILDREN, target.name(), row -> {
            String rule = row.getString(deletes ? 3 : 4);
            boolean acts = rule.equals("CASCADE") || rule.equals("SET NULL");
            (acts ? follow : refuse)
                    .add(row.getString(2) + " (" + row.getString(1) + ", ON " + (deletes ? "DELETE " : "UPDATE ") + rule
                            + ")");
            return "";
        });
        if (deletes && !follow.isEmpty()) {
            notes.add(PlanNote.warning(
                    "children",
                    "deleting a row changes its children in the same transaction: " + String.join(", ", follow)
                            + "; they are locked exclusively after their parent, also those that online traffic holds: the batch WAITS for"
                            + " these, and no trigger sees them",
                    null));
        }
        if (deletes && !refuse.isEmpty()) {
            notes.add(
                    PlanNote.warning(
                            "children",
                            "a row that has children cannot be deleted: " + String.join(", ", refuse)
                                    + "; the run stops there, resumable (error 1451), after looking into the child's index with a shared lock",
                            "add to the condition: AND NOT EXISTS (SELECT 1 FROM child WHERE ...), or delete the children first"));
        }
    }

    /** The one thing beside rows that a change may have to wait for. */
    private void waits(List<PlanNote> notes, boolean deletes, Set<String> changed) {
        String indexes = target.shape().indexes().stream()
                .filter(index -> !index.isPrimary())
                .filter(index -> deletes
                        || index.columns().stream()
                                .anyMatch(column -> changed.contains(column.toLowerCase(Locale.ROOT))))
                .map(Index::name)
                .collect(Collectors.joining(", "));
        if (!indexes.isEmpty()) {
            notes.add(PlanNote.info(
                    "waits",
                    "the change writes entries of " + indexes
                            + ". Where a transaction guards that part of an index (a locking read over it at REPEATABLE READ, or through it with"
                            + " SKIP LOCKED) no statement passes over it: the chunk gives up "
                            + (family == ServerFamily.MARIADB ? "at once" : "after a second, the least MySQL takes")
                            + ", goes row by row, and leaves for later what waits still"));
        }
    }

    private void computed(List<PlanNote> notes, Action action) {
        String names = target.shape().columns().stream()
                .filter(column -> column.writtenBy() == Column.WrittenBy.SERVER)
                .map(column -> column.name().name())
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            notes.add(PlanNote.info(
                    "computed",
                    action instanceof Action.Archive
                            ? "the server computes " + names + ": the archive computes its own, they are not copied"
                            : "the server computes " + names
                                    + ": they follow the columns they are made of, with their index entries"));
        }
        String touched = target.shape().columns().stream()
                .filter(column -> column.writtenBy() == Column.WrittenBy.EVERY_UPDATE)
                .map(column -> column.name().name())
                .collect(Collectors.joining(", "));
        if (!touched.isEmpty()
                && action instanceof Action.Set set
                && !Assignments.columns(set.assignments()).contains(touched.toLowerCase(Locale.ROOT))) {
            notes.add(PlanNote.info(
                    "touched",
                    "ON UPDATE CURRENT_TIMESTAMP: the change sets " + touched
                            + " to now; to keep it, set it to itself: " + touched + " = " + touched));
        }
    }

    private List<String> rows(String statement, TableName table, Call.RowReader<String> reader) throws SQLException {
        return new Call(connection, PlanStatements.limited(family, statement))
                .with(table.schema().orElseThrow().name()).with(table.table().name()).query(reader).stream()
                        .filter(text -> !text.isEmpty())
                        .toList();
    }
}
