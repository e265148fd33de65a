package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlannedStatement;
import dev.rowlock.batch.PlannedStatement.Step;
import dev.rowlock.batch.internal.Fragment;
import dev.rowlock.batch.internal.Target;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.StatementTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the way along the primary key costs, and what stands out in the server's plans. Locks nothing. */
final class Costs {
    private static final double SPARSE = 0.02;
    private static final long HUGE = 1_000_000;

    private final Connection connection;
    private final BatchPlan plan;
    private final Target target;
    private final Sample sample;
    private final SampleEstimate estimate;

    Costs(Connection connection, BatchPlan plan, Target target, Sample sample, SampleEstimate estimate) {
        this.connection = connection;
        this.plan = plan;
        this.target = target;
        this.sample = sample;
        this.estimate = estimate;
    }

    List<PlanNote> notes(List<PlannedStatement> statements, long believed) throws SQLException {
        List<PlanNote> notes = new ArrayList<>();
        if (sample.firstOrNull() == null && !sample.cut()) {
            notes.add(PlanNote.info("empty", "the table has no row now: a run is done at once"));
            return notes;
        }
        notes.add(scan());
        if (sample.cut()) {
            notes.add(PlanNote.warning(
                    "slow-condition",
                    "a look at some rows took longer than a second and was ended: the condition is expensive for each row (a subquery"
                            + " without an index?), and every chunk waits that long before it locks anything",
                    null));
        }
        if (sample.looked() > 2 * Math.max(1, believed)) {
            notes.add(PlanNote.warning(
                    "statistics",
                    "the server believes the table has " + believed + " rows, and " + sample.looked()
                            + " were looked at: its statistics are old, so shards may be uneven and times wrong",
                    "ANALYZE TABLE " + target.name().quoted()));
        }
        statements.forEach(statement -> strange(statement, notes));
        return notes;
    }

    /** A batch walks the primary key whatever the condition is. */
    private PlanNote scan() throws SQLException {
        double seconds = estimate.rows().value() / Math.max(1, sample.perSecond());
        double share = (double) estimate.matching().value()
                / Math.max(1, estimate.rows().value());
        String text = String.format(
                Locale.ROOT,
                "every row is looked at once, in primary-key order and without locks: %,d rows, %,.0f rows/s here with nobody changing any, so"
                        + " %s at least on one thread",
                estimate.rows().value(),
                sample.perSecond(),
                seconds < 90 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " min");
        boolean modulo = plan.shards().kind() == dev.rowlock.batch.ShardRule.Kind.MODULO;
        if (modulo) {
            text += "; and with shards by remainder each of the "
                    + plan.shards().shards() + " reads all of the table";
        }
        if (share >= SPARSE || estimate.rows().value() < HUGE) {
            return modulo && plan.shards().shards() > 1 && estimate.rows().value() >= HUGE
                    ? PlanNote.warning(
                            "scan",
                            text,
                            "take ranges: --shards " + plan.shards().shards())
                    : PlanNote.info("scan", text);
        }
        Step own = ownChoice();
        return PlanNote.warning(
                "scan",
                text
                        + String.format(
                                Locale.ROOT,
                                ", for %,d that match (%.2f %%); ",
                                estimate.matching().value(),
                                100 * share)
                        + (own.index().isEmpty() || own.index().equals("PRIMARY")
                                ? ofThePrimaryKey(own)
                                : "the index " + own.index() + " would find about " + own.rows()
                                        + ", but a batch does not lock along it: of rows passed over there, the index lock stays ours"
                                        + " (facts 1.2)"),
                null);
    }

    /** The server reads the table itself; by type "index" and "ALL" all of it. */
    private static String ofThePrimaryKey(Step own) {
        return own.index().isEmpty() || own.type().equals("index") || own.type().equalsIgnoreCase("ALL")
                ? "the condition touches no index, so nothing could find them faster"
                : "the condition bounds the primary key to about " + own.rows()
                        + ", and a batch looks at the others all the same";
    }

    private Step ownChoice() throws SQLException {
        Fragment where = Fragment.parse("condition", plan.where());
        Call call = new Call(
                connection,
                StatementTemplate.fill(
                        PlanStatements.PLAN_OWN_CHOICE,
                        Map.of("{table}", target.name().quoted(), "{predicate}", where.sql())));
        where.values(plan.parameters()).forEach(call::with);
        return call.query(Explainer::step).stream().findFirst().orElse(new Step("", "", "", 0, ""));
    }

    /** Each statement must go along the primary key, by range. */
    private void strange(PlannedStatement statement, List<PlanNote> notes) {
        for (Step step : statement.plan()) {
            boolean ours = step.table().equalsIgnoreCase(target.name().table().name());
            if (ours && !step.type().isEmpty() && !step.index().equals("PRIMARY")) {
                notes.add(PlanNote.warning(
                        "plan",
                        "the server would " + statement.what() + " by " + step.type()
                                + (step.index().isEmpty() ? "" : " over " + step.index()) + ", " + step.rows()
                                + " rows, and not along the primary key: it would lock more than it changes",
                        "smaller chunks: --chunk-rows, or a larger range_optimizer_max_mem_size"));
            }
        }
    }
}
