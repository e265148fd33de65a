package dev.rowlock.diagnose.internal.doctor;

/** MariaDB's {@code innodb_snapshot_isolation}: a locking read of a row that changed since the snapshot fails with 1020 (facts 3.2). */
final class SnapshotIsolation implements Examiner {
    @Override
    public String id() {
        return "snapshot-isolation";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        if (!visit.facts().snapshotIsolation() && !visit.isOn("innodb_snapshot_isolation")) {
            return;
        }
        String level = visit.variable("transaction_isolation")
                .or(() -> visit.variable("tx_isolation"))
                .orElse(visit.facts().isolation());
        boolean conflicts = !level.startsWith("READ-");
        String what = "innodb_snapshot_isolation is ON" + (conflicts ? " and the isolation level " + level : "");
        String why = conflicts
                ? "a transaction that writes a row which changed since its snapshot fails with error 1020 and has to run again as a whole; a batch"
                        + " beside it makes that frequent"
                : "under READ COMMITTED it raises no error 1020, but a range UPDATE waits for rows that are held and no longer match, where others"
                        + " pass them";
        if (conflicts) {
            chart.warns(
                    "snapshot-isolation",
                    what,
                    why,
                    "run sessions that write at READ COMMITTED, or retry the whole transaction on 1020 as on 1213; or SET GLOBAL"
                            + " innodb_snapshot_isolation = OFF",
                    "B6, facts 3.2");
        } else {
            chart.notes(
                    "snapshot-isolation",
                    what,
                    why,
                    "let a batch take its rows with SKIP LOCKED by primary-key range, as Rowlock does",
                    "facts 5.3");
        }
    }
}
