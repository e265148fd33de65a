package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import dev.rowlock.batch.RunEvent;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.mysql.RowlockException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Shows how far a run is: each second on a terminal or as JSON, else every few seconds; and every decision once. */
final class RunProgress implements AutoCloseable {
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final int LINES_EVERY = 5;
    private static final int EVENTS = 100;

    private final WorkOutput output;
    private final Batches batches;
    private final long run;
    private final TerminalWidth width;
    private final Clock clock;
    private final Forecast.Meter meter = new Forecast.Meter();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::show, "rowlock-progress");
    private long lastEvent;
    private boolean late;

    /**
     * Made before the worker starts.
     *
     * @param lastEvent the last event that is known already
     */
    RunProgress(WorkOutput output, Batches batches, long run, long lastEvent, Clock clock) {
        this.output = output;
        this.batches = batches;
        this.run = run;
        this.lastEvent = lastEvent;
        this.clock = clock;
        this.width = output.isLive() ? TerminalWidth.ask() : TerminalWidth.unlimited();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void show() {
        try {
            for (int beat = 1; !closed.await(BEAT.toMillis(), TimeUnit.MILLISECONDS); beat++) {
                try {
                    look(beat);
                } catch (RowlockException e) {
                    // the worker tells of trouble; there is nothing to show meanwhile
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(int beat) {
        events();
        RunStatus status = batches.status(run);
        Forecast forecast = meter.saw(status, System.nanoTime(), clock.instant());
        if (forecast.isLate() && !late) {
            String message = "WARN at this pace it will not be through when the window closes: about "
                    + RunText.time(forecast.left().orElseThrow()) + " to go, and the window "
                    + status.plan().window().orElseThrow() + " closes in "
                    + RunText.time(forecast.windowLeft().orElseThrow());
            output.event(RunJson.message("late", run, message), message);
        }
        late = forecast.isLate();
        if (output.isLive() || output.isJson() || beat % LINES_EVERY == 0) {
            output.progress(
                    RunJson.progress("progress", status, forecast), width.cut(RunText.progress(status, forecast)));
        }
    }

    /** Decisions since the last look. */
    private void events() {
        List<RunEvent> events = batches.events(run, lastEvent, EVENTS);
        for (RunEvent event : events) {
            output.event(RunJson.of(run, event), RunText.event(event));
            lastEvent = event.id();
        }
    }

    /** Ends the showing, with what was decided last. */
    @Override
    public void close() {
        closed.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        try {
            events();
        } catch (RowlockException e) {
            // the summary will tell that the server is away
        }
    }
}
