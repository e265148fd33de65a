package dev.rowlock.diagnose.internal.doctor;

import java.util.Locale;

/** Whether the binary log can carry statements with SKIP LOCKED (A10). */
final class BinaryLog implements Examiner {
    @Override
    public String id() {
        return "binlog-format";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        if (!visit.facts().binaryLog()) {
            chart.notes(
                    "binlog-off",
                    "the server writes no binary log",
                    "nothing of it can be replicated or restored to a point in time, and the collision probe has to sample a time column",
                    "start the server with log_bin if you need one of these",
                    "A10");
            return;
        }
        String session = visit.facts().binaryLogFormat().toUpperCase(Locale.ROOT);
        String global = visit.variable("binlog_format").orElse(session).toUpperCase(Locale.ROOT);
        String worse = session.equals("ROW") ? global : session;
        String remedy = "SET "
                + (visit.isMariaDb() ? "GLOBAL" : "PERSIST")
                + " binlog_format = 'ROW', here and on every replica that logs; then let programs reconnect"
                + (visit.isMariaDb() ? ", and write it to the server's configuration" : "");
        String formats = "binlog_format is " + global + (session.equals(global) ? "" : ", in this session " + session);
        if (worse.equals("STATEMENT")) {
            chart.blocks(
                    "binlog-format",
                    formats,
                    "which rows a statement with SKIP LOCKED takes depends on who holds what, so a replica takes others; and under READ"
                            + " COMMITTED nothing can be written at all (error 1665)",
                    remedy,
                    "A10");
        } else if (!worse.equals("ROW")) {
            chart.warns(
                    "binlog-format",
                    formats,
                    "sessions at REPEATABLE READ log statements, of which LIMIT and SKIP LOCKED are unsafe ones (note 1592); whoever reads"
                            + " row events, such as the collision probe, does not see them",
                    remedy,
                    "A10");
        }
    }
}
