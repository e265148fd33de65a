package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;

/** Whether the server has SKIP LOCKED and NOWAIT at all. */
final class Supported implements Examiner {
    @Override
    public String id() {
        return "server";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        ServerFacts facts = visit.facts();
        boolean old = facts.family() == ServerFamily.MARIADB
                ? !facts.version().atLeast(10, 6, 0)
                : !facts.version().atLeast(8, 0, 1);
        if (facts.family() == ServerFamily.TIDB || old) {
            chart.blocks(
                    "server",
                    "the server is " + facts.family() + " " + facts.version(),
                    facts.family() == ServerFamily.TIDB
                            ? "it accepts SKIP LOCKED and takes no lock: two workers get the same row"
                            : "it has no SKIP LOCKED",
                    "use MySQL 8.0.31 or newer, or MariaDB 10.6 or newer",
                    "B9");
        }
    }
}
