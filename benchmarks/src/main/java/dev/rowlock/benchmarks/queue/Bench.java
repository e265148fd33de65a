package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.cli.bench.QueueSizes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * What all measures of one run share. Immutable.
 *
 * @param sessions new sessions of the server, in no schema in particular
 * @param log the server's binary log, which the account may or may not read
 */
record Bench(
        DataSource sessions,
        LogAddress log,
        Ground ground,
        ServerProcess server,
        QueueSizes sizes,
        Consumer<String> say) {
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be one more library
    void say(String format, Object... arguments) {
        say.accept(String.format(Locale.ROOT, format, arguments));
    }

    /** Server time of what runs, in microseconds a job; empty when the server is elsewhere. */
    OptionalDouble cpuPerJob(OptionalDouble before, int jobs) {
        OptionalDouble after = server.cpuSeconds();
        return before.isPresent() && after.isPresent()
                ? OptionalDouble.of((after.getAsDouble() - before.getAsDouble()) * 1e6 / jobs)
                : OptionalDouble.empty();
    }

    /** Says what the figures depend on. */
    void describe() throws SQLException {
        try (Connection connection = sessions.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(GroundStatements.DURABILITY)) {
            row.next();
            say(
                    "server %s: log_bin=%s sync_binlog=%s innodb_flush_log_at_trx_commit=%s innodb_buffer_pool_size=%d MB binlog_format=%s",
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getLong(5) >> 20,
                    row.getString(6));
            boolean usual = row.getInt(2) == 1 && row.getInt(3) == 1 && row.getInt(4) == 1;
            if (!usual) {
                say("this is not the default durability that the goals are about (1, 1, 1): do not compare");
            }
        }
    }

    /** A measure whose goal is a least ratio. */
    static Measure atLeast(
            String id, String what, Ratios ratios, double goal, String reference, Map<String, Object> details) {
        double value = ratios.median();
        return new Measure(
                id, what, value, ">= " + plain(goal), Met.when(value >= goal), ratios.spread(), reference, details);
    }

    /** A measure whose goal is a greatest figure; its value is the middle one of the rounds'. */
    static Measure atMost(
            String id, String what, List<Double> rounds, double goal, String reference, Map<String, Object> details) {
        double value = Figures.median(rounds);
        return new Measure(
                id,
                what,
                value,
                "<= " + plain(goal),
                Met.when(value <= goal),
                Figures.ends(rounds),
                reference,
                details);
    }

    private static String plain(double goal) {
        return goal == Math.rint(goal) ? Long.toString((long) goal) : Double.toString(goal);
    }
}
