package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.CollisionReading;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.batch.PlanSettings;
import dev.rowlock.batch.PlannedPace;
import dev.rowlock.batch.PlannedShard;
import dev.rowlock.batch.PlannedStatement;
import dev.rowlock.batch.PlannedWindow;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.internal.Cutter;
import dev.rowlock.batch.internal.Knees;
import dev.rowlock.batch.internal.OwnTables;
import dev.rowlock.batch.internal.Starter;
import dev.rowlock.batch.internal.Store;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.KneeCurve;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Looks at a plan on its server and writes nothing. Reads are bounded, so that it answers as fast on a billion rows as on a million; none
 * locks a row, but for the probe that is asked for. Immutable.
 */
public final class Planner {
    private static final int LEAST_PARTS_FOR = 8;

    private final Transactions transactions;
    private final Store store;
    private final OwnTables tables;
    private final Clock clock;

    public Planner(Transactions transactions, Store store, OwnTables tables, Clock clock) {
        this.transactions = transactions;
        this.store = store;
        this.tables = tables;
        this.clock = clock;
    }

    /** What was found on one connection. */
    private record Found(
            Starter.Checked checked,
            Sample sample,
            SampleEstimate estimate,
            List<PlannedStatement> statements,
            List<PlannedShard> shards,
            List<PlanNote> notes,
            boolean ownTables) {}

    public PlanReport plan(BatchPlan plan, PlanSettings settings) throws InterruptedException {
        long began = System.nanoTime();
        // Each on its own connection and in a transaction of its own: a long one would be an old snapshot (facts 2).
        Starter.Checked checked =
                transactions.inTransaction(Isolation.READ_COMMITTED, connection -> Starter.check(connection, plan));
        OnlineRate online = new OnlineRate(transactions, checked.facts().family(), checked.target());
        Watching watching = new Watching(settings, plan, checked.target().name());
        Found found = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> find(connection, plan, settings, checked));
        List<PlanNote> notes = new ArrayList<>(found.notes());
        CollisionReading collisions = watching.result(notes);
        Double writes = online.perSecond();
        if (settings.probing() == PlanSettings.Probing.TWO_SESSIONS) {
            notes.add(new GiveWayProbe(transactions, checked.sql())
                    .of(found.sample().matching()));
        }
        Paces paces = new Paces(plan, found.estimate().rows(), found.estimate().matching(), writes, clock.instant());
        KneeCurve curve = found.ownTables()
                ? new Knees(transactions, store, checked.target().name().toString()).load()
                : KneeCurve.empty();
        List<PlannedPace> all = paces.all(curve);
        KneeNote.of(curve).ifPresent(notes::add);
        PlannedWindow window = paces.window(all);
        notes.add(paces.thumb(all.get(0).rate()));
        if (plan.chunk().rows() > ChunkBounds.USUAL_ROWS) {
            notes.add(PlanNote.warning(
                    "chunk",
                    plan.chunk().rows() + " rows in one transaction are more than the " + ChunkBounds.USUAL_ROWS
                            + " of C6: in a deadlock InnoDB rolls back the smaller side, which is the online one (C7)",
                    "--chunk-rows " + ChunkBounds.USUAL_ROWS));
        }
        notes.sort(Comparator.comparing(PlanNote::weight).reversed());
        return new PlanReport(
                plan,
                checked.target().name(),
                checked.target().key().stream()
                        .map(column -> column.name().name())
                        .toList(),
                checked.facts().version().text(),
                found.estimate().rows(),
                found.estimate().matching(),
                found.sample().looked(),
                found.sample().perSecond(),
                found.statements(),
                found.shards(),
                writes,
                all,
                window,
                collisions,
                notes,
                Duration.ofNanos(System.nanoTime() - began));
    }

    private Found find(Connection connection, BatchPlan plan, PlanSettings settings, Starter.Checked checked)
            throws SQLException {
        List<PlanNote> notes = new ArrayList<>(ServerNotes.of(connection, checked.facts(), plan));
        OwnTables.Found own = tables.look(connection);
        Rights.missing(connection, checked.facts(), store, own).ifPresent(notes::add);
        Cutter cutter = new Cutter(connection, checked.target(), checked.sql());
        List<Cutter.Part> parts =
                cutter.parts(Math.max(LEAST_PARTS_FOR, plan.shards().shards()));
        long believed = checked.sql().rows(connection);
        Sample sample = new Sampler(connection, checked.facts().family(), checked.target(), checked.sql())
                .take(parts, believed, settings.sampling());
        SampleEstimate estimate = SampleEstimate.of(sample.parts());
        List<PlannedStatement> statements =
                new Explainer(connection, plan, checked.sql(), sample).statements(plan.action());
        notes.addAll(new Surroundings(connection, checked.facts().family(), checked.target()).notes(plan.action()));
        if (plan.action() instanceof Action.Set set) {
            notes.add(StillMatching.of(connection, plan, set, checked.target(), sample.matching()));
        }
        notes.addAll(new Costs(connection, plan, checked.target(), sample, estimate).notes(statements, believed));
        List<PlannedShard> shards = plan.shards().kind() == ShardRule.Kind.RANGES
                ? Shards.of(plan.shards().shards(), parts, sample)
                : List.of();
        return new Found(checked, sample, estimate, statements, shards, notes, own.state() == OwnTables.State.COMPLETE);
    }
}
