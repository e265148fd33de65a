package dev.rowlock.cli.queue;

import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.queue.Worker;
import dev.rowlock.queue.WorkerCounts;
import dev.rowlock.queue.WorkerReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Shows how far a queue's worker is: each second on a terminal, else every few seconds while something happens. */
final class QueueProgress implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_PER_LINE = 5;
    private static final int QUIET_LOOKS = 60;

    private final WorkOutput output;
    private final Worker worker;
    private final QueueRun run;
    private final long startNanos = System.nanoTime();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::show, "rowlock-progress");

    QueueProgress(WorkOutput output, Worker worker, QueueRun run) {
        this.output = output;
        this.worker = worker;
        this.run = run;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void show() {
        WorkerCounts shown = worker.counts();
        WorkerCounts before = shown;
        long shownNanos = startNanos;
        try {
            for (int look = 1; !closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS); look++) {
                WorkerCounts now = worker.counts();
                if (now.claimed() > before.claimed()) {
                    run.claimed();
                }
                before = now;
                boolean due = output.isLive() || (look % LOOKS_PER_LINE == 0 && !now.equals(shown));
                if (due || look % QUIET_LOOKS == 0) {
                    long nanos = System.nanoTime();
                    show(now, perSecond(now.done() - shown.done(), nanos - shownNanos));
                    shown = now;
                    shownNanos = nanos;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(WorkerCounts counts, long rate) {
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
        long elapsed = System.nanoTime() - startNanos;
        long rate = perSecond(counts.done(), elapsed);
        Map<String, Object> json = counts("summary", counts);
        json.put("why", why);
        json.put("seconds", Math.round(elapsed / 1e6) / 1e3);
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
                                elapsed / 1e9,
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

    private static long perSecond(long jobs, long nanos) {
        return Math.round(jobs * 1e9 / Math.max(1, nanos));
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
