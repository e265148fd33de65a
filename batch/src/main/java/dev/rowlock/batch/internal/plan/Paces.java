package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlannedPace;
import dev.rowlock.batch.PlannedWindow;
import dev.rowlock.batch.PlannedWindow.Fit;
import dev.rowlock.batch.RowEstimate;
import dev.rowlock.batch.Window;
import dev.rowlock.pacing.KneeCurve;
import dev.rowlock.pacing.RateSetting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** How long a batch takes at several rates, and whether that fits its window (C4, C11). Pure. */
final class Paces {
    /** Looking at a row costs this share of changing one, as the bucket counts it. */
    private static final double LOOK = 1.0 / 50;

    private static final double WITHIN = 1.1;
    private static final long SAMPLES = 1_000;
    private static final double LONGEST_SECONDS = 1e11;

    private final BatchPlan plan;
    private final RowEstimate rows;
    private final RowEstimate matching;
    private final @Nullable Double online;
    private final Instant now;

    Paces(BatchPlan plan, RowEstimate rows, RowEstimate matching, @Nullable Double online, Instant now) {
        this.plan = plan;
        this.rows = rows;
        this.matching = matching;
        this.online = online;
        this.now = now;
    }

    /** The plan's own first. */
    List<PlannedPace> all(KneeCurve curve) {
        double known = online == null ? 0 : online;
        List<PlannedPace> all = new ArrayList<>();
        RateSetting rate = plan.rate();
        all.add(pace(
                rate.mode() == RateSetting.Mode.AUTO
                        ? "auto begins there and goes up as far as the guards let it"
                        : "the plan's own, " + rate
                                + (rate.mode() == RateSetting.Mode.SHARE && known == 0 ? " (online rate unknown)" : ""),
                rate.start(known)));
        if (known > 0 && rate.mode() != RateSetting.Mode.AUTO) {
            all.add(pace("three rows for each online write (C4)", RateSetting.STARTING_SHARE * known));
        }
        OptionalDouble knee = curve.points().isEmpty()
                ? OptionalDouble.empty()
                : curve.highestWithin(WITHIN * curve.points().get(0).p99Nanos(), SAMPLES);
        if (knee.isPresent()) {
            all.add(pace("this table's knee, measured by earlier runs", knee.getAsDouble()));
        }
        return all;
    }

    private PlannedPace pace(String what, double rate) {
        Duration shortest = time(matching.low(), rate);
        Duration longest = time(matching.high(), rate);
        Window window = plan.window().orElse(null);
        return new PlannedPace(
                what,
                rate,
                shortest,
                longest,
                WindowWalk.end(window, now, shortest),
                WindowWalk.end(window, now, longest));
    }

    private Duration time(long changed, double rate) {
        return Duration.ofMillis(Math.round(1e3 * Math.min(LONGEST_SECONDS, cost(changed) / rate)));
    }

    private double cost(long changed) {
        return changed + rows.value() * LOOK;
    }

    /** At the plan's own rate; {@code null} without a window. */
    @Nullable
    PlannedWindow window(List<PlannedPace> paces) {
        Window window = plan.window().orElse(null);
        if (window == null) {
            return null;
        }
        Duration opensIn = window.untilOpen(now);
        Duration length = window.left(now.plus(opensIn));
        double needed = length.isZero() ? Double.POSITIVE_INFINITY : cost(matching.high()) * 1e3 / length.toMillis();
        return new PlannedWindow(fit(paces, length), opensIn, length, needed);
    }

    /** A rate that goes up by itself may still come to fit, unless the knee is known to be lower. */
    private Fit fit(List<PlannedPace> paces, Duration length) {
        Fit fit = fit(paces.get(0), length);
        if (plan.rate().mode() != RateSetting.Mode.AUTO || fit == Fit.FITS) {
            return fit;
        }
        return paces.size() > 1 ? fit(paces.get(paces.size() - 1), length) : Fit.UNSURE;
    }

    private static Fit fit(PlannedPace pace, Duration length) {
        return pace.longest().compareTo(length) <= 0
                ? Fit.FITS
                : pace.shortest().compareTo(length) <= 0 ? Fit.UNSURE : Fit.WILL_NOT;
    }

    /** C4's rules of thumb beside this plan. */
    PlanNote thumb(double rate) {
        if (online == null) {
            return PlanNote.info(
                    "rules-of-thumb",
                    "the online rate cannot be read here, so C4's rules of thumb (rows <= 3 x online writes) say nothing: the rate begins"
                            + " at " + Math.round(RateSetting.STARTING_RATE) + " rows/s and the guards find the knee");
        }
        if (online < 1) {
            return PlanNote.info(
                    "rules-of-thumb",
                    "nobody writes the table now, so C4's rules of thumb (rows <= 3 x online writes) say nothing: look again while online"
                            + " traffic runs");
        }
        double most = RateSetting.STARTING_SHARE * online;
        double rounds = online / (plan.shards().shards() * (double) plan.chunk().rows()) / 2;
        String text = String.format(
                Locale.ROOT,
                "%,.0f rows of the table are written online a second: the rules of thumb of C4 allow %,.0f rows/s, and %.2f chunks of %d rows"
                        + " a second for each of %d workers; they are a place to start from, the knee is measured while it runs",
                online,
                most,
                rounds,
                plan.chunk().rows(),
                plan.shards().shards());
        return online > 0 && rate > most * 1.01
                ? PlanNote.warning(
                        "rules-of-thumb",
                        text + String.format(Locale.ROOT, "; the plan's %,.0f rows/s are more", rate),
                        "--rate auto, or --rate 3x")
                : PlanNote.info("rules-of-thumb", text);
    }
}
