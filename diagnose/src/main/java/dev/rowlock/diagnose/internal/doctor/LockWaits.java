package dev.rowlock.diagnose.internal.doctor;

import java.time.Duration;

/** How long a statement waits for a row's lock, what it loses then, and whether deadlocks are found sooner. */
final class LockWaits implements Examiner {
    /** The server's default is 50 s; longer than a minute, and every client has given up before. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Override
    public String id() {
        return "lock-waits";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        timeout(visit, chart);
        if (visit.isOn("innodb_rollback_on_timeout")) {
            chart.warns(
                    "rollback-on-timeout",
                    "innodb_rollback_on_timeout is ON",
                    "a lock wait that times out undoes the caller's whole transaction, not one statement"
                            + (visit.isMariaDb() ? ", and a NOWAIT that meets a lock does so, too" : "")
                            + "; programs that go on after 1205 write half of what they meant. " + waits(visit),
                    "remove innodb_rollback_on_timeout from the server's configuration and restart it",
                    "B4, facts 3.1");
        }
        if (!visit.facts().deadlockDetect()) {
            chart.warns(
                    "deadlock-detect",
                    "innodb_deadlock_detect is OFF",
                    "each deadlock lasts innodb_lock_wait_timeout, "
                            + seconds(visit.facts().lockWaitTimeout())
                            + ", for both sides, and is counted nowhere: error 1213 never comes, count 1205",
                    "SET " + (visit.isMariaDb() ? "GLOBAL" : "PERSIST") + " innodb_deadlock_detect = ON",
                    "B5, C7");
        }
    }

    private static void timeout(Visit visit, Chart chart) {
        Duration session = visit.facts().lockWaitTimeout();
        Duration global = visit.variable("innodb_lock_wait_timeout")
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(session);
        Duration worse = global.compareTo(LONGEST) > 0 || global.isZero() ? global : session;
        String what = "innodb_lock_wait_timeout is " + seconds(global)
                + (session.equals(global) ? "" : ", in this session " + seconds(session));
        String remedy = "SET " + (visit.isMariaDb() ? "GLOBAL" : "PERSIST") + " innodb_lock_wait_timeout = 10";
        if (worse.compareTo(LONGEST) > 0) {
            chart.warns(
                    "lock-wait-timeout",
                    what,
                    "whoever meets a held row waits that long, and a lease of a minute ends meanwhile. " + waits(visit),
                    remedy,
                    "A7, B7");
        } else if (worse.isZero()) {
            chart.warns(
                    "lock-wait-timeout",
                    what,
                    "no statement waits for a row at all: each UPDATE that meets a lock for a millisecond fails with 1205, and NOWAIT"
                            + " cannot be told from it. " + waits(visit),
                    remedy,
                    "B7");
        }
    }

    /** The figure: what happened since the server's start. */
    private static String waits(Visit visit) {
        return "Since the server's start " + visit.counter("innodb_row_lock_waits") + " waits for rows, the longest "
                + visit.counter("innodb_row_lock_time_max") + " ms";
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }
}
