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
import org.jspecify.annotations.Nullable;

/** Tells how far a worker of a user's table is. */
final class Progress implements ProgressLoop.Counted<WorkCounts>, AutoCloseable {
    private final WorkOutput output;
    private final LeaseTable table;
    private final LeaseWorker worker;
    private final ProgressLoop<WorkCounts> loop;

    Progress(WorkOutput output, LeaseTable table, LeaseWorker worker) {
        this.output = output;
        this.table = table;
        this.worker = worker;
        this.loop = new ProgressLoop<>(output, this);
    }

    void start() {
        loop.start();
    }

    @Override
    public WorkCounts counts() {
        return worker.counts();
    }

    @Override
    public long done(WorkCounts counts) {
        return counts.done();
    }

    @Override
    public void show(WorkCounts counts, long rate) {
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
        Duration elapsed = loop.elapsed();
        long rate = ProgressLoop.perSecond(counts.done(), elapsed);
        Map<String, Object> json = counts("summary", counts);
        json.put("why", why);
        json.put("seconds", elapsed.toMillis() / 1e3);
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
                                elapsed.toMillis() / 1e3,
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

    @Override
    public void close() {
        loop.close();
    }
}
