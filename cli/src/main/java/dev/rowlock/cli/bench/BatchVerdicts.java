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
        List<Double> ratios = rounds.stream().map(BatchRound::ratio).sorted().toList();
        double value = Figures.median(ratios);
        long deadlocks =
                rounds.stream().mapToLong(round -> round.beside().deadlocks()).sum();
        double throughput = Figures.median(
                rounds.stream().map(BatchRound::throughput).sorted().toList());
        long overwritten = rounds.stream().mapToLong(BatchRound::overwritten).sum();
        long left = rounds.stream().mapToLong(BatchRound::left).sum();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("onlineDeadlocks", deadlocks);
        details.put("onlineThroughput", throughput);
        details.put("overwrittenByBatch", overwritten);
        details.put(
                "aloneSecondHalfToFirst",
                rounds.stream().map(BatchRound::drift).toList());
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
        List<Double> ratios = rounds.stream()
                .map(round -> round.rowsPerSecond() / naive)
                .sorted()
                .toList();
        double value = Figures.median(ratios);
        double p99 =
                Figures.median(rounds.stream().map(BatchRound::ratio).sorted().toList());
        return new Measure(
                "P9",
                "rows/s of the batch at P8's P99, against the naive batch",
                value,
                ">= 1.0",
                Met.when(value >= 1 && p99 <= P8_RATIO),
                Figures.ends(ratios),
                naive(naive),
                Map.of("onlineP99Ratio", p99));
    }

    static Measure p9Lifted(List<BatchRound> rounds, double naive) {
        List<Double> ratios = rounds.stream()
                .map(round -> round.rowsPerSecond() / naive)
                .sorted()
                .toList();
        double value = Figures.median(ratios);
        double p99 =
                Figures.median(rounds.stream().map(BatchRound::ratio).sorted().toList());
        return new Measure(
                "P9b",
                "the same with the limit lifted: no guard, chunks of " + LIFTED_CHUNK + ", a rate of " + LIFTED_RATE
                        + " times the naive one",
                value,
                ">= 4 at P99 <= 2x",
                Met.when(value >= P9_LIFTED && p99 <= P9_LIFTED_P99),
                Figures.ends(ratios),
                naive(naive),
                Map.of("onlineP99Ratio", p99));
    }

    static Measure p10(List<BatchRound> rounds) {
        List<Double> ratios = rounds.stream()
                .map(round -> growth(round.ended().residentKilobytes()))
                .sorted()
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

    private static String naive(double rate) {
        return String.format(Locale.ROOT, "the naive batch, %.0f rows/s", rate);
    }
}
