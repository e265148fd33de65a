package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.TableInspector;
import dev.rowlock.mysql.table.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;

/** Checks a plan against the server and writes its run. Immutable. */
public final class Starter {
    private final Transactions transactions;
    private final Store store;
    private final OwnTables tables;
    private final RunStore runs;
    private final Events events;

    public Starter(Transactions transactions, Store store, OwnTables tables, RunStore runs, Events events) {
        this.transactions = transactions;
        this.store = store;
        this.tables = tables;
        this.runs = runs;
        this.events = events;
    }

    /**
     * What a plan is on this server.
     *
     * @param sql its statements
     */
    public record Checked(ServerFacts facts, Target target, TargetSql sql) {}

    /** Writes the run and its shards in one transaction. */
    public long start(BatchPlan plan) {
        Checked checked = transactions.inTransaction(Isolation.READ_COMMITTED, connection -> check(connection, plan));
        tables.make(transactions);
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            Cutter cutter = new Cutter(connection, checked.target(), checked.sql());
            long estimate = checked.sql().rows(connection);
            KeyShape key = KeyShape.read(connection, checked.target().name());
            long run = runs.insert(connection, checked.target(), key, plan, 0, estimate);
            ShardStore shards = new ShardStore(store, checked.target().codec());
            List<Shard.Place> places = cutter.cut(plan, run);
            for (Shard.Place place : places) {
                shards.insert(connection, place);
            }
            events.add(connection, run, "started", places.size() + " shards", null);
            return run;
        });
    }

    /** Reads and explains; writes nothing. */
    public static Checked check(Connection connection, BatchPlan plan) throws SQLException {
        ServerFacts facts = ServerFacts.read(connection, Clock.systemUTC()).requireSupported();
        Target target = Target.inspect(connection, plan);
        KeyTimes.require(target, facts);
        if (plan.action() instanceof Action.Set set) {
            Fragment.parse("assignment", set.assignments());
            Assignments.requireNoneComputed(set.assignments(), target);
            KeyMoves.requireNone(connection, target, set);
        }
        if (plan.action() instanceof Action.Archive archive) {
            requireColumns(connection, target, archive);
        }
        if (plan.action() instanceof Action.Handle handle) {
            target.handled(handle);
        }
        TargetSql sql = new TargetSql(target, plan);
        explain(connection, plan, target, sql);
        return new Checked(facts, target, sql);
    }

    private static void requireColumns(Connection connection, Target target, Action.Archive archive)
            throws SQLException {
        TableShape to = TableInspector.inspect(connection, archive.to());
        List<String> missing = target.stored().stream()
                .map(column -> column.name().name())
                .filter(name -> to.column(name).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw new ConfigurationException(
                    "the archive " + archive.to() + " lacks the columns " + String.join(", ", missing) + " of "
                            + target.name() + ": ALTER TABLE " + archive.to().quoted() + " ADD COLUMN ...");
        }
        if (!to.engine().equalsIgnoreCase("InnoDB")) {
            throw new ConfigurationException("the engine of the archive " + archive.to() + " is " + to.engine()
                    + ", which does not commit together with the deletion: ALTER TABLE "
                    + archive.to().quoted() + " ENGINE=InnoDB");
        }
    }

    /** Has the server read the user's pieces, with the rights they need: an EXPLAIN of each statement on no row, which changes nothing. */
    private static void explain(Connection connection, BatchPlan plan, Target target, TargetSql sql)
            throws SQLException {
        try {
            sql.none(connection, PlanStatements.EXPLAIN + TargetStatements.TARGET_SCAN)
                    .with(1L)
                    .query(row -> 1);
            for (String statement : statements(plan.action())) {
                sql.none(connection, PlanStatements.EXPLAIN + statement).query(row -> 1);
            }
        } catch (SQLException e) {
            throw Refusal.of(e, connection, plan, target);
        }
    }

    /** The statements of a chunk after its look, in their order. */
    public static List<String> statements(Action action) {
        return action.fold(
                set -> List.of(TargetStatements.TARGET_LOCK_KEYS, TargetStatements.TARGET_SET),
                delete -> List.of(TargetStatements.TARGET_LOCK_KEYS, TargetStatements.TARGET_DELETE),
                archive -> List.of(
                        TargetStatements.TARGET_LOCK_KEYS,
                        TargetStatements.TARGET_ARCHIVE,
                        TargetStatements.TARGET_DELETE),
                handle -> List.of(TargetStatements.TARGET_ROWS));
    }
}
