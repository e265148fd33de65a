package dev.rowlock.cli.queue;

import dev.rowlock.cli.work.ProgressLoop;
import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.WorkerCounts;
import dev.rowlock.queue.WorkerReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Tells how far a queue's worker is. */
final class QueueProgress implements ProgressLoop.Counted<WorkerCounts>, AutoCloseable {
    private final WorkOutput output;
    private final Worker worker;
    private final QueueRun run;
    private final ProgressLoop<WorkerCounts> loop;
    private volatile long claimed;

    QueueProgress(WorkOutput output, Worker worker, QueueRun run) {
        this.output = output;
        this.worker = worker;
        this.run = run;
        this.loop = new ProgressLoop<>(output, this);
    }

    void start() {
        loop.start();
    }

    /** Of the loop's thread. */
    @Override
    public WorkerCounts counts() {
        WorkerCounts now = worker.counts();
        if (now.claimed() > claimed) {
            claimed = now.claimed();
            run.claimed();
        }
        return now;
    }

    @Override
    public long done(WorkerCounts counts) {
        return counts.done();
    }

    @Override
    public void show(WorkerCounts counts, long rate) {
        Map<String, Object> json = counts("progress", counts);
        json.put("jobsPerSecond", rate);
        output.progress(
                json,
                String.format(
                        Locale.ROOT,
                        "done %,d  failed %,d  dead %,d  snoozed %,d  lost %,d  in flight %,d  %,d jobs/s",
                        counts.done(),
                        counts.failed(),
                        counts.dead(),
                        counts.snoozed(),
                        counts.lost(),
                        counts.held(),
                        rate));
    }

    /** The last line. */
    void summary(String why, WorkerReport left) {
        WorkerCounts counts = worker.counts();
        Duration elapsed = loop.elapsed();
        long rate = ProgressLoop.perSecond(counts.done(), elapsed);
        Map<String, Object> json = counts("summary", counts);
        json.put("why", why);
        json.put("seconds", elapsed.toMillis() / 1e3);
        json.put("jobsPerSecond", rate);
        json.put("released", left.released());
        json.put("abandoned", left.abandoned().stream().map(Object::toString).toList());
        json.put("unwritten", left.unwritten().stream().map(Object::toString).toList());
        output.summary(
                json,
                String.format(
                                Locale.ROOT,
                                "%s: done %,d, failed %,d, dead %,d, snoozed %,d, released %,d, lease lost %,d in %.1f s (%,d jobs/s)",
                                why,
                                counts.done(),
                                counts.failed(),
                                counts.dead(),
                                counts.snoozed(),
                                left.released(),
                                counts.lost(),
                                elapsed.toMillis() / 1e3,
                                rate)
                        + (left.isClean()
                                ? ""
                                : "; left to their leases: " + left.abandoned() + " " + left.unwritten()));
    }

    private static Map<String, Object> counts(String event, WorkerCounts counts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", event);
        json.put("claimed", counts.claimed());
        json.put("done", counts.done());
        json.put("failed", counts.failed());
        json.put("dead", counts.dead());
        json.put("snoozed", counts.snoozed());
        json.put("lost", counts.lost());
        json.put("inFlight", counts.held());
        return json;
    }

    @Override
    public void close() {
        loop.close();
    }
}
