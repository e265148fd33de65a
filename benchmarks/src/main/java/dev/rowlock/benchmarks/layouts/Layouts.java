package dev.rowlock.benchmarks.layouts;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rowlock.benchmarks.Arguments;
import dev.rowlock.benchmarks.internal.sql.LayoutStatements;
import dev.rowlock.benchmarks.queue.ServerProcess;
import dev.rowlock.benchmarks.queue.Timing;
import dev.rowlock.cli.bench.Figures;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Storage layouts of a job table beside each other, in turn on one connection at default durability: jobs a second, server time a job, redo a
 * job, each also as a ratio to the layout it is compared with in the same round. Prints one JSON object for each.
 *
 * <p>Arguments: jobs (40000; an eighth of them at 16 KiB), batch (100), rounds (5), and a JDBC URL whose account may create tables; without a URL
 * it starts the newest server there is.
 */
public final class Layouts {
    private static final int LARGE = 16 << 10;

    /** One round of one layout. */
    private record Figure(double perSecond, double worked, double enqueued, double cpuMicros, double redoBytes) {}

    private Layouts() {}

    public static void main(String[] arguments) throws Exception {
        Arguments given = Arguments.of(arguments);
        int jobs = given.number(0, 40_000);
        int batch = given.number(1, 100);
        int rounds = given.number(2, 5);
        given.onServer(3, (url, server) -> measure(url, jobs, batch, rounds));
    }

    private static void measure(String url, int jobs, int batch, int rounds) throws Exception {
        String fast = url + (url.contains("?") ? "&" : "?")
                + "cachePrepStmts=true&prepStmtCacheSize=200&prepStmtCacheSqlLimit=65536&useServerPrepStmts=true";
        Map<String, List<Figure>> figures = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(fast)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            ServerProcess server = ServerProcess.of(connection);
            for (int round = 0; round <= rounds; round++) {
                for (Layout layout : Layout.all()) {
                    int some = layout.payload() >= LARGE ? jobs / 8 : jobs;
                    Figure figure = round(connection, server, layout, batch, round == 0 ? some / 2 : some);
                    if (round > 0) {
                        figures.computeIfAbsent(layout.name(), name -> new ArrayList<>())
                                .add(figure);
                    }
                    System.err.printf(
                            Locale.ROOT,
                            "%s %-38s %7.0f jobs/s (enqueue %7.0f, work %7.0f) server %5.1f us, redo %6.0f bytes a job%n",
                            round == 0 ? "warm-up" : "round " + round,
                            layout.name(),
                            figure.perSecond(),
                            figure.enqueued(),
                            figure.worked(),
                            figure.cpuMicros(),
                            figure.redoBytes());
                }
            }
        }
        for (Layout layout : Layout.all()) {
            print(
                    layout,
                    batch,
                    figures.getOrDefault(layout.name(), List.of()),
                    figures.getOrDefault(layout.beside(), List.of()));
        }
    }

    private static Figure round(Connection connection, ServerProcess server, Layout layout, int batch, int jobs)
            throws SQLException {
        Loop loop = new Loop(connection, layout, batch);
        loop.prepare();
        double redo = redo(connection);
        double cpu = server.cpuSeconds().orElse(Double.NaN);
        Timing timing = loop.run(jobs);
        double micros = (server.cpuSeconds().orElse(Double.NaN) - cpu) * 1e6 / jobs;
        double bytes = (redo(connection) - redo) / jobs;
        loop.drop();
        return new Figure(
                timing.perSecond(), jobs / timing.workSeconds(), jobs / timing.enqueueSeconds(), micros, bytes);
    }

    private static double redo(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LayoutStatements.REDO_BYTES)) {
            return row.next() ? row.getDouble(1) : Double.NaN;
        }
    }

    private static void print(Layout layout, int batch, List<Figure> own, List<Figure> beside) throws Exception {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("layout", layout.name());
        result.put("beside", layout.beside());
        result.put("payloadBytes", layout.payload());
        result.put("batch", batch);
        result.put(
                "jobsPerSecond",
                Math.round(Figures.median(own.stream().map(Figure::perSecond).toList())));
        result.put(
                "workPerSecond",
                Math.round(Figures.median(own.stream().map(Figure::worked).toList())));
        result.put(
                "enqueuePerSecond",
                Math.round(Figures.median(own.stream().map(Figure::enqueued).toList())));
        result.put(
                "serverMicrosPerJob",
                rounded(Figures.median(own.stream().map(Figure::cpuMicros).toList())));
        result.put(
                "redoBytesPerJob",
                Math.round(Figures.median(own.stream().map(Figure::redoBytes).toList())));
        List<Double> speed = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int at = 0; at < own.size(); at++) {
            speed.add(own.get(at).perSecond() / beside.get(at).perSecond());
            cpu.add(own.get(at).cpuMicros() / beside.get(at).cpuMicros());
        }
        result.put("speedRatio", rounded(Figures.median(speed)));
        result.put("speedSpread", ends(speed));
        result.put("serverTimeRatio", rounded(Figures.median(cpu)));
        result.put("serverTimeSpread", ends(cpu));
        System.out.println(new ObjectMapper().writeValueAsString(result));
    }

    private static List<Double> ends(List<Double> figures) {
        return Figures.ends(figures).stream().map(Layouts::rounded).toList();
    }

    private static double rounded(double figure) {
        return Figures.rounded(figure, 2);
    }
}
