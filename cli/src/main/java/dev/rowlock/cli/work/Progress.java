package dev.rowlock.cli.work;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.work.CloseReport;
import dev.rowlock.claim.work.LeaseWorker;
import dev.rowlock.claim.work.WorkCounts;
import dev.rowlock.mysql.RowlockException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows how far a worker is: each second on a terminal, else every few seconds while something happens. */
final class Progress implements AutoCloseable {
    private static final Duration LIVE = Duration.ofSeconds(1);
    private static final Duration LINES = Duration.ofSeconds(5);
    private static final int QUIET_ROUNDS = 12;

    private final WorkOutput output;
    private final LeaseTable table;
    private final LeaseWorker worker;
    private final long startNanos = System.nanoTime();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::show, "rowlock-progress");

    Progress(WorkOutput output, LeaseTable table, LeaseWorker worker) {
        this.output = output;
        this.table = table;
        this.worker = worker;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void show() {
        Duration every = output.isLive() ? LIVE : LINES;
        WorkCounts before = worker.counts();
        long beforeNanos = startNanos;
        int quiet = 0;
        try {
            while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
                WorkCounts now = worker.counts();
                long nowNanos = System.nanoTime();
                boolean same = now.equals(before);
                quiet = same ? quiet + 1 : 0;
                if (output.isLive() || !same || quiet % QUIET_ROUNDS == 0) {
                    show(now, perSecond(now.done() - before.done(), nowNanos - beforeNanos));
                }
                before = now;
                beforeNanos = nowNanos;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(WorkCounts counts, long rate) {
        String oldest = oldestReady();
        Map<String, Object> json = counts("progress", counts);
        json.put("rowsPerSecond", rate);
        json.put("oldestReady", oldest);
        output.progress(
                json,
                String.format(
                        Locale.ROOT,
                        "done %,d  failed %,d  dead %,d  lost %,d  in flight %,d  %,d rows/s  oldest ready %s",
                        counts.done(),
                        counts.failed(),
                        counts.dead(),
                        counts.lost(),
                        counts.inFlight(),
                        rate,
                        oldest == null ? "-" : oldest));
    }

    private @Nullable String oldestReady() {
        try {
            Optional<Duration> oldest = table.oldestReady();
            return oldest.map(Progress::brief).orElse(null);
        } catch (RowlockException e) {
            return "unknown";
        }
    }

    private static String brief(Duration time) {
        long seconds = time.toSeconds();
        return seconds < 120
                ? String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0)
                : seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }

    /** The last line. */
    void summary(String why, CloseReport left) {
        WorkCounts counts = worker.counts();
        long elapsed = System.nanoTime() - startNanos;
        long rate = perSecond(counts.done(), elapsed);
        Map<String, Object> json = counts("summary", counts);
        json.put("why", why);
        json.put("seconds", Math.round(elapsed / 1e6) / 1e3);
        json.put("rowsPerSecond", rate);
        json.put("abandoned", left.abandoned().stream().map(Object::toString).toList());
        json.put("unwritten", left.unwritten().stream().map(Object::toString).toList());
        output.summary(
                json,
                String.format(
                                Locale.ROOT,
                                "%s: done %,d, failed %,d, dead %,d, released %,d, lease lost %,d, reclaimed %,d in %.1f s (%,d rows/s)",
                                why,
                                counts.done(),
                                counts.failed(),
                                counts.dead(),
                                counts.released(),
                                counts.lost(),
                                counts.reclaimed(),
                                elapsed / 1e9,
                                rate)
                        + (left.isClean()
                                ? ""
                                : "; left to their leases: " + left.abandoned() + " " + left.unwritten()));
    }

    private static Map<String, Object> counts(String event, WorkCounts counts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", event);
        json.put("claimed", counts.claimed());
        json.put("done", counts.done());
        json.put("failed", counts.failed());
        json.put("dead", counts.dead());
        json.put("released", counts.released());
        json.put("lost", counts.lost());
        json.put("reclaimed", counts.reclaimed());
        json.put("inFlight", counts.inFlight());
        return json;
    }

    private static long perSecond(long rows, long nanos) {
        return Math.round(rows * 1e9 / Math.max(1, nanos));
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
