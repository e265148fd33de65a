package dev.rowlock.benchmarks.claim;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rowlock.benchmarks.Arguments;
import dev.rowlock.cli.bench.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Rows a second of {@code rowlock table work --noop} against a bare JDBC loop on the same table, in turn, on default durability. Prints
 * the ratio of each pair and their median as one JSON object.
 *
 * <p>Arguments: rows (200000), batch (1000), pairs (3), and a JDBC URL whose account may create tables; without a URL it starts the newest server there is.
 */
public final class ClaimComplete {
    private static final double GOAL = 0.8;

    private ClaimComplete() {}

    public static void main(String[] arguments) throws Exception {
        Arguments given = Arguments.of(arguments);
        int rows = given.number(0, 200_000);
        int batch = given.number(1, 1_000);
        int pairs = given.number(2, 3);
        given.onServer(3, (url, server) -> measure(url, server, rows, batch, pairs));
    }

    private static void measure(String url, String server, int rows, int batch, int pairs) throws Exception {
        QueueTable table = new QueueTable(url, rows);
        BareLoop bare = new BareLoop(url, batch);
        RowlockWork rowlock = new RowlockWork(url, rows, batch);
        List<Double> ratios = new ArrayList<>();
        List<Double> references = new ArrayList<>();
        for (int pair = 0; pair <= pairs; pair++) {
            table.fill();
            double reference = bare.run();
            table.verifyAllDone();
            table.fill();
            double value = rowlock.run();
            table.verifyAllDone();
            System.err.printf(
                    Locale.ROOT,
                    "%s bare %.0f rows/s, rowlock %.0f rows/s, ratio %.2f%n",
                    pair == 0 ? "warm-up" : "pair " + pair,
                    reference,
                    value,
                    value / reference);
            if (pair > 0) {
                ratios.add(value / reference);
                references.add(reference);
            }
        }
        print(server, rows, batch, ratios, references);
    }

    private static void print(String server, int rows, int batch, List<Double> ratios, List<Double> references)
            throws Exception {
        double median = Figures.median(ratios);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("id", "claim-complete");
        result.put("server", server);
        result.put("rows", rows);
        result.put("batch", batch);
        result.put("value", Figures.rounded(median, 3));
        result.put("goal", GOAL);
        result.put("met", median >= GOAL);
        result.put(
                "spread",
                Figures.ends(ratios).stream()
                        .map(ratio -> Figures.rounded(ratio, 3))
                        .toList());
        result.put("reference", "bare JDBC loop, " + Math.round(Figures.median(references)) + " rows/s");
        System.out.println(new ObjectMapper().writeValueAsString(result));
    }
}
