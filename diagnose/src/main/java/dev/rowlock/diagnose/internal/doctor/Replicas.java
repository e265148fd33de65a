package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Who replicates from this server, and whether a commit waits for somebody who is not there. */
final class Replicas implements Examiner {
    @Override
    public String id() {
        return "replicas";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        semiSync(visit, chart, "source");
        semiSync(visit, chart, "master");
        if (!visit.facts().binaryLog()) {
            return;
        }
        List<String> readers = visit.ask(
                DoctorStatements.BINLOG_READERS, row -> "'" + row.getString(1) + "' from " + row.getString(2));
        if (!readers.isEmpty()) {
            chart.notes(
                    "replicas",
                    readers.size() + " sessions read the binary log: " + String.join(", ", readers),
                    "what is claimed here is replayed there; rows, not statements, are what they have to get (binlog_format "
                            + visit.facts().binaryLogFormat() + "), and a batch faster than they apply makes them late",
                    "let a batch watch their lag; run rowlock doctor on each of them as well",
                    "A10");
        }
    }

    private static void semiSync(Visit visit, Chart chart, String word) {
        if (!visit.isOn("rpl_semi_sync_" + word + "_enabled")) {
            return;
        }
        Optional<String> clients = visit.status("rpl_semi_sync_" + word + "_clients");
        if (clients.filter("0"::equals).isPresent()) {
            chart.warns(
                    "semi-sync",
                    "semi-synchronous replication is on and no replica acknowledges",
                    "a commit waits "
                            + visit.variable("rpl_semi_sync_" + word + "_timeout")
                                    .orElse("?")
                            + " ms for nobody, with its row locks held, before the server falls back; "
                            + visit.counter("rpl_semi_sync_" + word + "_no_tx") + " commits went unacknowledged so far",
                    "connect a semi-synchronous replica, or SET GLOBAL rpl_semi_sync_" + word + "_enabled = OFF",
                    "A5, A10");
        }
    }
}
