package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Controller;
import dev.rowlock.pacing.ControllerSettings;
import dev.rowlock.pacing.Decision;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.GuardReading;
import dev.rowlock.pacing.KneeCurve;
import dev.rowlock.pacing.Observation;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.pacing.Sensors;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.State;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Listens to online traffic: measures how it does while the batch rests, then lets the controller decide (C4, C9). A process that takes the
 * pacing over from one that died measures anew, since what it reads while the batch runs is no baseline. Its steps say in figures what the signals showed. Used by one thread.
 */
final class GuardedPace implements Pace {
    private static final Duration STORE_EVERY = Duration.ofSeconds(10);

    /** Keeps what is known of a table's knee. */
    interface KneeStore {
        KneeCurve load();

        void store(KneeCurve curve);
    }

    private final Ears ears = new Ears();
    private final Supplier<List<Watched>> withoutTraffic;
    private List<Watched> watched;
    private Sensors sensors;
    private final Ticker ticker;
    private final KneeStore knees;
    private Prelude prelude;
    private RateSetting setting;
    private @Nullable Controller controllerOrNull;
    private @Nullable State stateOrNull;
    private Baseline baseline = Baseline.none();
    private Duration stored;

    /**
     * Begins to listen.
     *
     * @param withoutTraffic what to watch when no statement that was found runs while the baseline is measured
     */
    GuardedPace(
            List<Watched> watched,
            Supplier<List<Watched>> withoutTraffic,
            RateSetting setting,
            Ticker ticker,
            KneeStore knees) {
        this.withoutTraffic = withoutTraffic;
        this.watched = ears.listening(watched);
        this.ticker = ticker;
        this.knees = knees;
        this.setting = setting;
        this.stored = ticker.now();
        this.prelude = new Prelude(this.watched, stored);
        this.sensors = sensors(this.watched);
    }

    private Sensors sensors(List<Watched> all) {
        List<Signal> signals = all.stream().map(Watched::signal).toList();
        return Sensors.start(signals, ticker, Sensors.STANDARD_INTERVAL);
    }

    private Measured measured() {
        return new Measured(watched, baseline);
    }

    private List<Guard> guards() {
        return watched.stream().map(Watched::guard).toList();
    }

    @Override
    public void set(RateSetting wanted) {
        setting = wanted;
        if (controllerOrNull != null) {
            begin(ticker.now());
        }
    }

    @Override
    public Step step(double used) {
        Duration now = ticker.now();
        return step(now, used).with(ears.seen(baseline, now), ears.deadlocksHeard());
    }

    private Step step(Duration now, double used) {
        List<GuardReading> readings = sensors.readings(guards());
        if (controllerOrNull == null) {
            prelude.add(readings);
            if (!prelude.ready(now)) {
                String why = String.format(
                        Locale.ROOT,
                        "measuring online traffic without the batch: %.0f s",
                        now.minus(prelude.began()).toMillis() / 1e3);
                return Step.none("baseline", why, text(readings));
            }
            baseline = prelude.baseline();
            if (forgetSilent(now)) {
                return Step.none(
                        "baseline", "no online statement writes the table now: measuring how the server does", "");
            }
            readings = sensors.readings(guards());
            begin(now);
            return step(
                    decide(now, readings, used),
                    readings,
                    "baseline",
                    "online traffic without the batch: " + measured().figures());
        }
        Decision decision = decide(now, readings, used);
        if (now.minus(stored).compareTo(STORE_EVERY) >= 0) {
            remember(now);
        }
        return step(decision, readings, null, decision.reason());
    }

    /**
     * Statements that were found and did not run while the baseline was measured are no online traffic now, and would be stale for ever.
     * True when nothing is left to tell how online traffic does, and something else is measured instead.
     */
    private boolean forgetSilent(Duration now) {
        List<Watched> heard = prelude.heard();
        if (heard.size() == watched.size()) {
            return false;
        }
        boolean none = heard.stream().noneMatch(each -> each.guard().unit() == Unit.NANOSECONDS);
        watched = heard; // what is no longer watched is still read, which costs a few rows a second
        if (none) {
            sensors.close();
            watched = ears.listening(withoutTraffic.get());
            sensors = sensors(watched);
            prelude = new Prelude(watched, now);
        }
        return none;
    }

    private void begin(Duration now) {
        Measured measured = measured();
        double online = measured.onlineRate();
        Controller controller = new Controller(ControllerSettings.standard(setting, online));
        State before = stateOrNull;
        KneeCurve curve = before == null ? knees.load() : before.curve();
        controllerOrNull = controller;
        stateOrNull = controller.start(curve, measured.line(), online, now);
    }

    private Decision decide(Duration now, List<GuardReading> readings, double used) {
        State state = stateOrNull;
        Controller controller = controllerOrNull;
        if (state == null || controller == null) {
            throw new IllegalStateException("nothing is decided before the baseline");
        }
        Decision decision = controller.decide(
                state, new Observation(now, readings, baseline, used, measured().onlineRate()));
        stateOrNull = decision.next();
        return decision;
    }

    private Step step(Decision decision, List<GuardReading> readings, @Nullable String kind, String reason) {
        return new Step(
                Math.min(FixedPace.UNLIMITED, decision.rate()),
                reason,
                kind == null ? decision.kind().name().toLowerCase(Locale.ROOT) : kind,
                kind != null || decision.isChange(),
                measured().figures(),
                measured().chunk(),
                text(readings));
    }

    private static String text(List<GuardReading> readings) {
        return readings.stream()
                .map(each -> each.reading()
                        .fold(
                                fresh -> each.guard().signal() + "="
                                        + each.guard().unit().text(fresh.value()),
                                stale -> each.guard().signal() + "=stale (" + stale.reason() + ")"))
                .collect(Collectors.joining("; "));
    }

    private void remember(Duration now) {
        stored = now;
        State state = stateOrNull;
        if (state != null) {
            knees.store(state.curve());
        }
    }

    @Override
    public void close() {
        sensors.close();
        remember(ticker.now());
    }
}
