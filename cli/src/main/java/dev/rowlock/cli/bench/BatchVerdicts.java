package dev.rowlock.cli.bench;

import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.cli.bench.Online.Seen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What rounds of a batch beside online traffic say of P8, P9 and P10. */
final class BatchVerdicts {
    private static final double P8_RATIO = 1.10;
    private static final double P8_THROUGHPUT = 0.99;
    private static final double P9_LIFTED = 4;
    /** A little more than the goal, because a process takes a second to start. */
    static final double LIFTED_RATE = 4.4;

    /** Without a guard nobody shortens chunks to what online traffic is used to, so the run is told. */
    static final String LIFTED_CHUNK = "4ms";

    private static final double P9_LIFTED_P99 = 2;
    private static final double P10_RATIO = 1.1;

    private BatchVerdicts() {}

    static Measure p8(List<BatchRound> rounds) {
        List<Double> ratios = rounds.stream().map(BatchRound::ratio).toList();
        double value = Figures.median(ratios);
        long deadlocks =
                rounds.stream().mapToLong(round -> round.beside().deadlocks()).sum();
        double throughput =
                Figures.median(rounds.stream().map(BatchRound::throughput).toList());
        long overwritten = rounds.stream().mapToLong(BatchRound::overwritten).sum();
        long left = rounds.stream().mapToLong(BatchRound::left).sum();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("onlineDeadlocks", deadlocks);
        details.put("onlineThroughput", throughput);
        details.put("overwrittenByBatch", overwritten);
        details.put(
                "aloneSecondHalfToFirst", rounds.stream().map(BatchRound::drift).toList());
        details.put("left", left);
        boolean met =
                value <= P8_RATIO && deadlocks == 0 && throughput >= P8_THROUGHPUT && overwritten == 0 && left == 0;
        return new Measure(
                "P8",
                "online UPDATE P99 beside the batch, against alone",
                value,
                "<= 1.10, no online deadlock, throughput >= 0.99",
                Met.when(met),
                Figures.ends(ratios),
                reference(rounds),
                details);
    }

    static Measure p9(List<BatchRound> rounds, double naive) {
        return againstNaive(
                "P9",
                "rows/s of the batch at P8's P99, against the naive batch",
                ">= 1.0",
                new Line(1, P8_RATIO),
                rounds,
                naive);
    }

    static Measure p9Lifted(List<BatchRound> rounds, double naive) {
        return againstNaive(
                "P9b",
                "the same with the limit lifted: no guard, chunks of " + LIFTED_CHUNK + ", a rate of " + LIFTED_RATE
                        + " times the naive one",
                ">= 4 at P99 <= 2x",
                new Line(P9_LIFTED, P9_LIFTED_P99),
                rounds,
                naive);
    }

    /** How fast it has to be at least, and what online traffic may feel of it at most. */
    private record Line(double rate, double onlineP99) {}

    private static Measure againstNaive(
            String id, String what, String goal, Line line, List<BatchRound> rounds, double naive) {
        List<Double> ratios =
                rounds.stream().map(round -> round.rowsPerSecond() / naive).toList();
        double value = Figures.median(ratios);
        double p99 = Figures.median(rounds.stream().map(BatchRound::ratio).toList());
        return new Measure(
                id,
                what,
                value,
                goal,
                Met.when(value >= line.rate() && p99 <= line.onlineP99()),
                Figures.ends(ratios),
                String.format(Locale.ROOT, "the naive batch, %.0f rows/s", naive),
                Map.of("onlineP99Ratio", p99));
    }

    static Measure p10(List<BatchRound> rounds) {
        List<Double> ratios = rounds.stream()
                .map(round -> growth(round.ended().residentKilobytes()))
                .toList();
        double value = Figures.median(ratios);
        long most = rounds.stream()
                .flatMap(round -> round.ended().residentKilobytes().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        return new Measure(
                "P10",
                "memory of the run: most in its last half, against its second quarter",
                value,
                "<= 1.1",
                Met.when(value > 0 && value <= P10_RATIO),
                Figures.ends(ratios),
                "the same run's second quarter, when everything was warm",
                Map.of("mostMegabytes", most / 1024));
    }

    /** 0 where the system does not tell. */
    private static double growth(List<Long> resident) {
        if (resident.size() < 8) {
            return 0;
        }
        int quarter = resident.size() / 4;
        double early = resident.subList(quarter, 2 * quarter).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(1);
        return resident.subList(2 * quarter, resident.size()).stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0)
                / early;
    }

    private static String reference(List<BatchRound> rounds) {
        Seen alone = rounds.get(0).alone();
        return String.format(
                Locale.ROOT, "online traffic alone, P99 %.2f ms at %.0f/s", alone.p99Millis(), alone.perSecond());
    }
}
