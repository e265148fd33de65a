package dev.rowlock.batch.internal;

import dev.rowlock.batch.CloseReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The threads of a worker and their end. Thread-safe. */
public final class CrewThreads {
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    private final Crew crew;
    private final Gate gate;
    private final Pulse pulse;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch running;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Runnable atEnd;

    CrewThreads(Crew crew, Gate gate, Pulse pulse, int number, Runnable atEnd) {
        this.crew = crew;
        this.gate = gate;
        this.pulse = pulse;
        this.running = new CountDownLatch(number);
        this.atEnd = atEnd;
        for (int at = 1; at <= number; at++) {
            threads.add(new Thread(this::work, "rowlock-batch-" + at));
        }
    }

    private void work() {
        try {
            crew.work();
        } finally {
            running.countDown();
        }
    }

    public void start() {
        if (started.compareAndSet(false, true)) {
            pulse.start();
            threads.forEach(Thread::start);
        }
    }

    public boolean await(Duration time) throws InterruptedException {
        return running.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    public long rowsDone() {
        return gate.rowsTouched();
    }

    public CloseReport close(Duration time) {
        gate.leave();
        if (!started.get() || !closed.compareAndSet(false, true)) {
            return new CloseReport(gate.rowsTouched(), 0);
        }
        boolean interrupted = false;
        try {
            if (!await(time)) {
                threads.forEach(Thread::interrupt);
                await(AFTER_INTERRUPT);
            }
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            interrupted = true;
        }
        pulse.close();
        atEnd.run();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        int left = (int) threads.stream().filter(Thread::isAlive).count();
        return new CloseReport(gate.rowsTouched(), left);
    }
}
