package dev.rowlock.cli.work;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One run of a user's program: payload in, the last lines of its output out. It is ended with SIGTERM, and with SIGKILL some time later;
 * what it started itself is ended with it. Thread-safe.
 */
public final class Program {
    /**
     * Ctrl-C in a terminal reaches every process of the group. The worker lets programs finish, so they must not see it: an ignored signal
     * stays ignored across exec.
     */
    private static final String IGNORING_INTERRUPT = "trap '' INT; exec /bin/sh -c \"$0\"";

    /** A child that the program left behind may keep its output open: nobody waits for that. */
    private static final Duration OUTPUT_PATIENCE = Duration.ofMillis(500);

    private final Process process;
    private final OutputTail output = new OutputTail();
    private final Thread reader;
    private final Duration killAfter;
    private final Set<ProcessHandle> family = new LinkedHashSet<>();
    private boolean ending;

    private Program(Process process, byte[] input, Duration killAfter) {
        this.process = process;
        this.killAfter = killAfter;
        this.reader = start("output", () -> output.drain(process.getInputStream()));
        if (input.length == 0) {
            close(process.getOutputStream());
        } else {
            start("input", () -> write(process.getOutputStream(), input));
        }
    }

    public static Program start(ProgramSettings settings, Map<String, String> environment, byte[] input)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", IGNORING_INTERRUPT, settings.command());
        builder.redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Program(builder.start(), input, settings.killAfter());
    }

    private Thread start(String part, Runnable task) {
        Thread thread = new Thread(task, "rowlock-program-" + process.pid() + "-" + part);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A program need not read its input: then the pipe breaks, and that is all. */
    private static void write(OutputStream stream, byte[] input) {
        try (stream) {
            stream.write(input);
        } catch (IOException notRead) {
            // the exit code tells how it went
        }
    }

    private static void close(OutputStream stream) {
        try {
            stream.close();
        } catch (IOException notRead) {
            // as above
        }
    }

    /** Waits for its end; the exit code, or empty when it ran longer than allowed and was ended. */
    public Optional<Integer> await(Optional<Duration> timeout) throws InterruptedException {
        if (timeout.isPresent() && !process.waitFor(timeout.get().toMillis(), TimeUnit.MILLISECONDS)) {
            end();
            process.waitFor();
            return Optional.empty();
        }
        return Optional.of(process.waitFor());
    }

    /** Asks it to end, and sees to it that it does. Returns at once. */
    public void end() {
        synchronized (this) {
            if (ending) {
                return;
            }
            ending = true;
        }
        signalAll(ProcessHandle::destroy);
        start("end", this::kill);
    }

    private void kill() {
        try {
            if (!process.waitFor(killAfter.toMillis(), TimeUnit.MILLISECONDS) || anyAlive()) {
                signalAll(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            signalAll(ProcessHandle::destroyForcibly);
        }
    }

    private synchronized boolean anyAlive() {
        return family.stream().anyMatch(ProcessHandle::isAlive);
    }

    private synchronized void signalAll(java.util.function.Consumer<ProcessHandle> signal) {
        process.toHandle().descendants().forEach(family::add);
        family.add(process.toHandle());
        family.stream().filter(ProcessHandle::isAlive).forEach(signal);
    }

    /** Does not return before the program has ended, however the caller's thread is told to hurry. */
    public void awaitEndOrKill() {
        boolean interrupted = false;
        end();
        while (process.isAlive()) {
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last lines it printed. */
    public String lastLines() {
        try {
            reader.join(OUTPUT_PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return output.lastLines();
    }
}
