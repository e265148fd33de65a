package dev.rowlock.cli.bench;

import dev.rowlock.cli.bench.BatchProcess.Ended;
import dev.rowlock.cli.bench.BatchProcess.Given;
import dev.rowlock.cli.bench.Online.Seen;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private final DataSource source;
    private final BatchProcess batch;
    private final BatchSizes settings;
    private final Consumer<String> say;

    BatchBench(DataSource source, BatchProcess batch, BatchSizes settings, Consumer<String> say) {
        this.source = source;
        this.batch = batch;
        this.settings = settings;
        this.say = say;
    }

    List<Measure> run(Set<String> only) throws SQLException, IOException, InterruptedException {
        List<Measure> measures = new ArrayList<>();
        double naive = only.contains("P9") ? naive() : 0;
        List<BatchRound> giving = rounds(new Given(Given.USUAL, settings.rate(), "8ms"));
        if (only.contains("P8")) {
            measures.add(BatchVerdicts.p8(giving));
        }
        if (only.contains("P9")) {
            measures.add(BatchVerdicts.p9(giving, naive));
            String lifted = Long.toString(Math.round(BatchVerdicts.LIFTED_RATE * naive));
            Given given = new Given("none", lifted, BatchVerdicts.LIFTED_CHUNK);
            measures.add(BatchVerdicts.p9Lifted(rounds(given), naive));
        }
        if (only.contains("P10")) {
            measures.add(BatchVerdicts.p10(giving));
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

    private List<BatchRound> rounds(Given given) throws SQLException, IOException, InterruptedException {
        List<BatchRound> rounds = new ArrayList<>();
        for (int number = 1; number <= settings.rounds(); number++) {
            BatchRound round = round(given);
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

    private BatchRound round(Given given) throws SQLException, IOException, InterruptedException {
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
        return new BatchRound(
                firstHalf, secondHalf, beside, (before - left) / ended.seconds(), left, online.overwritten(), ended);
    }
}
