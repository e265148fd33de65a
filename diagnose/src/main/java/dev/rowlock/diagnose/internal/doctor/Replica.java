package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether this server is itself a replica, runs as one, and how far it is behind. */
final class Replica implements Examiner {
    private static final long LATE_SECONDS = 10;

    @Override
    public String id() {
        return "replica";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        List<Map<String, @Nullable String>> channels = visit.ask(DoctorStatements.REPLICA_STATUS, Replica::columns);
        for (Map<String, @Nullable String> channel : channels) {
            String from =
                    first(channel, "source_host", "master_host") + ":" + first(channel, "source_port", "master_port");
            if (!visit.facts().readOnly()) {
                chart.warns(
                        "replica-writable",
                        "this server replicates from " + from + " and takes writes",
                        "what is claimed here exists on no other server: workers of the source claim the same rows",
                        "connect to the source; and here: SET GLOBAL "
                                + (visit.isMariaDb() ? "read_only" : "super_read_only") + " = ON",
                        "A10");
            }
            state(chart, channel, from);
        }
    }

    private static void state(Chart chart, Map<String, @Nullable String> channel, String from) {
        String receiver = first(channel, "replica_io_running", "slave_io_running");
        String applier = first(channel, "replica_sql_running", "slave_sql_running");
        String lag = first(channel, "seconds_behind_source", "seconds_behind_master");
        if (!applier.equals("Yes") || !receiver.equals("Yes")) {
            chart.warns(
                    "replica-stopped",
                    "replication from " + from + " does not run (receiver " + receiver + ", applier " + applier + ")",
                    "nobody knows how far behind it is; whoever reads this lag as 0 lets a batch run on. "
                            + first(channel, "last_error", "last_sql_error") + " "
                            + first(channel, "last_io_error", "last_io_error"),
                    "mend what the error says, then START REPLICA",
                    "A10, facts 5.6");
        } else if (isLate(lag)) {
            chart.warns(
                    "replica-late",
                    "this replica is " + lag + " s behind " + from,
                    "reads from here show rows as ready that are done; the limit here is " + LATE_SECONDS + " s",
                    "slow the batch down that writes on the source; more replica_parallel_workers",
                    "A10");
        }
    }

    private static boolean isLate(String lag) {
        return lag.chars().allMatch(Character::isDigit) && !lag.isEmpty() && Long.parseLong(lag) > LATE_SECONDS;
    }

    /** The two families, and their versions, name the columns differently. */
    private static String first(Map<String, @Nullable String> channel, String one, String other) {
        String value = channel.containsKey(one) ? channel.get(one) : channel.get(other);
        return value == null ? "" : value;
    }

    private static Map<String, @Nullable String> columns(ResultSet row) throws SQLException {
        Map<String, @Nullable String> columns = new HashMap<>();
        ResultSetMetaData names = row.getMetaData();
        for (int at = 1; at <= names.getColumnCount(); at++) {
            columns.put(names.getColumnLabel(at).toLowerCase(Locale.ROOT), row.getString(at));
        }
        return columns;
    }
}
