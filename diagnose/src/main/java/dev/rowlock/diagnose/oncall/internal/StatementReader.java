package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.internal.sql.WhyStatements;
import dev.rowlock.diagnose.internal.statement.SqlPattern;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads how long the statements that name a table took, out of MySQL's digests. */
final class StatementReader {
    /** Fewer runs have no 99th of a hundred. */
    private static final long LEAST_RUNS = 100;

    private final String schema;
    private final String pattern;

    StatementReader(String schema, String table) {
        this.schema = schema;
        this.pattern = "%`"
                + table.replace("`", "``")
                        .replace("\\", "\\\\")
                        .replace("%", "\\%")
                        .replace("_", "\\_") + "`%";
    }

    /** What the server has counted of one statement so far. */
    record Digest(String text, long runs, long rowsExamined, Histogram histogram) {
        static Digest none(String text) {
            return new Digest(text, 0, 0, Histogram.empty());
        }

        double rowsARun() {
            return runs == 0 ? 0 : (double) rowsExamined / runs;
        }
    }

    Map<String, Digest> read(Connection connection) throws SQLException {
        Map<String, Digest> digests = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(WhyStatements.WHY_DIGESTS_MYSQL)) {
            statement.setString(1, schema);
            statement.setString(2, pattern);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    digests.put(
                            row.getString(1),
                            new Digest(row.getString(2), row.getLong(3), row.getLong(4), Histogram.empty()));
                }
            }
        }
        for (Map.Entry<String, Digest> entry : digests.entrySet()) {
            Digest digest = entry.getValue();
            entry.setValue(new Digest(
                    digest.text(), digest.runs(), digest.rowsExamined(), histogram(connection, entry.getKey())));
        }
        return digests;
    }

    private Histogram histogram(Connection connection, String digest) throws SQLException {
        TreeMap<Long, Long> buckets = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(WhyStatements.WHY_HISTOGRAM_MYSQL)) {
            statement.setString(1, schema);
            statement.setString(2, digest);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    buckets.merge(picos(row.getString(1)), row.getLong(2), Long::sum);
                }
            }
        }
        return new Histogram(buckets);
    }

    /** The last bucket has no end: its number does not fit into a long. */
    private static long picos(String end) {
        return end.length() > 18 ? Long.MAX_VALUE : Long.parseLong(end);
    }

    /** Those that ran often enough in between, the slowest first. */
    static List<StatementChange> changes(Map<String, Digest> before, Map<String, Digest> after) {
        List<StatementChange> changes = new ArrayList<>();
        after.forEach((id, now) -> {
            Digest earlier = before.getOrDefault(id, Digest.none(now.text()));
            now.histogram()
                    .since(earlier.histogram())
                    .filter(window -> window.runs() >= LEAST_RUNS)
                    .ifPresent(window -> changes.add(change(earlier, now, window)));
        });
        changes.sort((a, b) -> b.p99().compareTo(a.p99()));
        return changes;
    }

    private static StatementChange change(Digest earlier, Digest now, Histogram window) {
        Optional<Duration> before = earlier.histogram().runs() >= LEAST_RUNS
                ? Optional.of(earlier.histogram().p99())
                : Optional.empty();
        long runs = Math.max(1, now.runs() - earlier.runs());
        return new StatementChange(
                SqlPattern.of(now.text()),
                window.runs(),
                window.p99(),
                before,
                (double) (now.rowsExamined() - earlier.rowsExamined()) / runs,
                earlier.rowsARun());
    }
}
