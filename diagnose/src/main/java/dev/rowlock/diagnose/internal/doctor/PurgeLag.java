package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.SQLException;
import java.util.Optional;

/** Old snapshots, which keep deleted rows and index entries in the way of every claim (facts 2), and purge that is behind. */
final class PurgeLag implements Examiner {
    @Override
    public String id() {
        return "purge-lag";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        long history = history(visit);
        Optional<OldTransaction> oldest = OldTransaction.since(
                        visit, visit.settings().longTransaction())
                .stream()
                .filter(OldTransaction::keepsSnapshot)
                .findFirst();
        if (oldest.isPresent()) {
            OldTransaction blamed = oldest.get();
            chart.warns(
                    "old-snapshot",
                    blamed.who(visit) + " holds a snapshot that is "
                            + blamed.age().toSeconds() + " s old",
                    "what was deleted or moved on since stays in the indexes, and a claim that reads from the start walks over it;"
                            + " the history list holds " + history + " transactions, each of any number of rows",
                    blamed.end() + "; reports and backups read from a replica, or at READ COMMITTED",
                    "facts 2");
        }
        if (history >= visit.settings().historyLength()) {
            chart.warns(
                    "purge-lag",
                    "purge is " + history + " transactions behind",
                    "each claim and index scan steps over entries of rows that are gone; the limit here is "
                            + visit.settings().historyLength(),
                    oldest.map(blamed -> "end the snapshot of connection " + blamed.session()
                                    + ", and watch the figure fall")
                            .orElse(
                                    "nobody here holds an old snapshot: look for one on replicas with their own reads, then raise"
                                            + " innodb_purge_threads (now "
                                            + visit.variable("innodb_purge_threads")
                                                    .orElse("unknown") + ")"),
                    "facts 2");
        }
    }

    private static long history(Visit visit) throws SQLException {
        if (visit.isMariaDb()) {
            return visit.counter("innodb_history_list_length");
        }
        return visit.ask(DoctorStatements.HISTORY_LENGTH, row -> row.getLong(1)).stream()
                .findFirst()
                .orElse(0L);
    }
}
