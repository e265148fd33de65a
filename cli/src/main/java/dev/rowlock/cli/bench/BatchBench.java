package dev.rowlock.cli.bench;

import dev.rowlock.cli.bench.BatchProcess.Ended;
import dev.rowlock.cli.bench.BatchProcess.Given;
import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.cli.bench.Online.Seen;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * P8, P9 and P10: what online traffic feels of a batch, how fast the batch is against the naive one, and what memory it takes. Each round makes
 * the table anew, measures online traffic alone and then beside the batch, on one server in one run.
 */
final class BatchBench {
    static final Set<String> IDS = Set.of("P8", "P9", "P10");

    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration NAIVE = Duration.ofSeconds(60);
    private static final double P8_RATIO = 1.10;
    private static final double P8_THROUGHPUT = 0.99;
    private static final double P9_LIFTED = 4;
    /** A little more than the goal, because a process takes a second to start. */
    private static final double LIFTED_RATE = 4.4;

    /** Without a guard nobody shortens chunks to what online traffic is used to, so the run is told. */
    private static final String LIFTED_CHUNK = "4ms";

    private static final double P9_LIFTED_P99 = 2;
    private static final double P10_RATIO = 1.1;

    private final DataSource source;
    private final BatchProcess batch;
    private final Settings settings;
    private final Consumer<String> say;

    /**
     * How it is measured.
     *
     * @param rate of the batch, as {@code batch run --rate} takes it
     */
    record Settings(int rows, int rounds, Duration base, Traffic traffic, String rate) {}

    BatchBench(DataSource source, BatchProcess batch, Settings settings, Consumer<String> say) {
        this.source = source;
        this.batch = batch;
        this.settings = settings;
        this.say = say;
    }

    private record Round(
            Seen firstHalf,
            Seen secondHalf,
            Seen beside,
            double rowsPerSecond,
            long left,
            long overwritten,
            Ended ended) {
        Seen alone() {
            return firstHalf.and(secondHalf);
        }

        /** What the machine does by itself: without any batch the two halves should have the same P99. */
        double drift() {
            return secondHalf.p99Millis() / firstHalf.p99Millis();
        }

        double ratio() {
            return beside.p99Millis() / alone().p99Millis();
        }

        double throughput() {
            return beside.perSecond() / alone().perSecond();
        }
    }

    List<Measure> run(Set<String> only) throws SQLException, IOException, InterruptedException {
        List<Measure> measures = new ArrayList<>();
        double naive = only.contains("P9") ? naive() : 0;
        List<Round> giving = rounds(new Given("statement < 1.1x", settings.rate(), "8ms"));
        if (only.contains("P8")) {
            measures.add(p8(giving));
        }
        if (only.contains("P9")) {
            measures.add(p9(giving, naive));
            measures.add(p9Lifted(
                    rounds(new Given("none", Long.toString(Math.round(LIFTED_RATE * naive)), LIFTED_CHUNK)), naive));
        }
        if (only.contains("P10")) {
            measures.add(p10(giving));
        }
        return measures;
    }

    private double naive() throws SQLException, InterruptedException {
        OrderTable table = new OrderTable(source, settings.rows());
        table.load();
        try (Online online = Online.start(source, table, settings.traffic())) {
            Thread.sleep(WARM_UP.toMillis());
            online.reset();
            double rate = new Naive(source).run(NAIVE);
            Seen seen = online.seen();
            say.accept(String.format(
                    Locale.ROOT, "naive batch: %.0f rows/s, online P99 %.1f ms beside it", rate, seen.p99Millis()));
            return rate;
        }
    }

    private List<Round> rounds(Given given) throws SQLException, IOException, InterruptedException {
        List<Round> rounds = new ArrayList<>();
        for (int number = 1; number <= settings.rounds(); number++) {
            Round round = round(given);
            say.accept(String.format(
                    Locale.ROOT,
                    "round %d, guard %s: online P99 %.2f ms alone, %.2f ms beside the batch (%.2fx), %.0f rows/s, left %d, overwritten %d,"
                            + " online deadlocks %d",
                    number,
                    given.guard(),
                    round.alone().p99Millis(),
                    round.beside().p99Millis(),
                    round.ratio(),
                    round.rowsPerSecond(),
                    round.left(),
                    round.overwritten(),
                    round.beside().deadlocks()));
            rounds.add(round);
        }
        return rounds;
    }

    private Round round(Given given) throws SQLException, IOException, InterruptedException {
        OrderTable table = new OrderTable(source, settings.rows());
        table.load();
        Seen firstHalf;
        Seen secondHalf;
        Seen beside;
        long before;
        Ended ended;
        Online online = Online.start(source, table, settings.traffic());
        try (online) {
            Thread.sleep(WARM_UP.toMillis());
            firstHalf = online.during(settings.base().dividedBy(2));
            secondHalf = online.during(settings.base().dividedBy(2));
            before = table.left();
            online.reset();
            ended = batch.run(given);
            beside = online.seen();
        }
        long left = table.left();
        return new Round(
                firstHalf, secondHalf, beside, (before - left) / ended.seconds(), left, online.overwritten(), ended);
    }

    private Measure p8(List<Round> rounds) {
        List<Double> ratios = rounds.stream().map(Round::ratio).sorted().toList();
        double value = median(ratios);
        long deadlocks =
                rounds.stream().mapToLong(round -> round.beside().deadlocks()).sum();
        double throughput =
                median(rounds.stream().map(Round::throughput).sorted().toList());
        long overwritten = rounds.stream().mapToLong(Round::overwritten).sum();
        long left = rounds.stream().mapToLong(Round::left).sum();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("onlineDeadlocks", deadlocks);
        details.put("onlineThroughput", throughput);
        details.put("overwrittenByBatch", overwritten);
        details.put("aloneSecondHalfToFirst", rounds.stream().map(Round::drift).toList());
        details.put("left", left);
        boolean met =
                value <= P8_RATIO && deadlocks == 0 && throughput >= P8_THROUGHPUT && overwritten == 0 && left == 0;
        return new Measure(
                "P8",
                "online UPDATE P99 beside the batch, against alone",
                value,
                "<= 1.10, no online deadlock, throughput >= 0.99",
                Met.when(met),
                ends(ratios),
                reference(rounds),
                details);
    }

    private Measure p9(List<Round> rounds, double naive) {
        List<Double> ratios = rounds.stream()
                .map(round -> round.rowsPerSecond() / naive)
                .sorted()
                .toList();
        double value = median(ratios);
        double p99 = median(rounds.stream().map(Round::ratio).sorted().toList());
        return new Measure(
                "P9",
                "rows/s of the batch at P8's P99, against the naive batch",
                value,
                ">= 1.0",
                Met.when(value >= 1 && p99 <= P8_RATIO),
                ends(ratios),
                naive(naive),
                Map.of("onlineP99Ratio", p99));
    }

    private Measure p9Lifted(List<Round> rounds, double naive) {
        List<Double> ratios = rounds.stream()
                .map(round -> round.rowsPerSecond() / naive)
                .sorted()
                .toList();
        double value = median(ratios);
        double p99 = median(rounds.stream().map(Round::ratio).sorted().toList());
        return new Measure(
                "P9b",
                "the same with the limit lifted: no guard, chunks of " + LIFTED_CHUNK + ", a rate of " + LIFTED_RATE
                        + " times the naive one",
                value,
                ">= 4 at P99 <= 2x",
                Met.when(value >= P9_LIFTED && p99 <= P9_LIFTED_P99),
                ends(ratios),
                naive(naive),
                Map.of("onlineP99Ratio", p99));
    }

    private static Measure p10(List<Round> rounds) {
        List<Double> ratios = rounds.stream()
                .map(round -> growth(round.ended().residentKilobytes()))
                .sorted()
                .toList();
        double value = median(ratios);
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
                ends(ratios),
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

    private static String reference(List<Round> rounds) {
        Seen alone = rounds.get(0).alone();
        return String.format(
                Locale.ROOT, "online traffic alone, P99 %.2f ms at %.0f/s", alone.p99Millis(), alone.perSecond());
    }

    private static String naive(double rate) {
        return String.format(Locale.ROOT, "the naive batch, %.0f rows/s", rate);
    }

    private static List<Double> ends(List<Double> sorted) {
        return List.of(sorted.get(0), sorted.get(sorted.size() - 1));
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
