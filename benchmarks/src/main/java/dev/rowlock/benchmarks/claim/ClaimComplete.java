package dev.rowlock.benchmarks.claim;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rowlock.embedded.Availability;
import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import java.util.ArrayList;
import java.util.Collections;
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
        int rows = number(arguments, 0, 200_000);
        int batch = number(arguments, 1, 1_000);
        int pairs = number(arguments, 2, 3);
        if (arguments.length > 3) {
            measure(arguments[3], "the URL given", rows, batch, pairs);
            return;
        }
        ServerKind kind = ServerKind.MYSQL_DEV.availability() instanceof Availability.Available
                ? ServerKind.MYSQL_DEV
                : ServerKind.MYSQL_8_0;
        try (EmbeddedServer server = EmbeddedServer.of(kind).start()) {
            measure(server.jdbcUrl("test"), kind.title() + " " + server.version(), rows, batch, pairs);
        }
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
        Collections.sort(ratios);
        Collections.sort(references);
        double median = ratios.get(ratios.size() / 2);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("id", "claim-complete");
        result.put("server", server);
        result.put("rows", rows);
        result.put("batch", batch);
        result.put("value", rounded(median));
        result.put("goal", GOAL);
        result.put("met", median >= GOAL);
        result.put("spread", List.of(rounded(ratios.get(0)), rounded(ratios.get(ratios.size() - 1))));
        result.put("reference", "bare JDBC loop, " + Math.round(references.get(references.size() / 2)) + " rows/s");
        System.out.println(new ObjectMapper().writeValueAsString(result));
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static int number(String[] arguments, int at, int otherwise) {
        return arguments.length > at ? Integer.parseInt(arguments[at]) : otherwise;
    }
}
