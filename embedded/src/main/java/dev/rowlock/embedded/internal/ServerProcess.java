package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.EmbeddedServerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The process of a server, whether this JVM started it or found it. Safe for use by several threads. */
public final class ServerProcess {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration CLEAN_STOP = Duration.ofSeconds(60);
    private static final Duration HARD_STOP = Duration.ofSeconds(20);

    private final ProcessHandle handle;

    private ServerProcess(ProcessHandle handle) {
        this.handle = handle;
    }

    static ServerProcess start(List<String> command, InstanceFolder folder) throws IOException {
        Files.deleteIfExists(folder.serverPidFile());
        Process process = new ProcessBuilder(command)
                .directory(folder.path().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(folder.path().resolve("output.log").toFile())
                .redirectErrorStream(true)
                .start();
        Files.writeString(folder.ourPidFile(), process.pid() + "\n");
        return new ServerProcess(process.toHandle());
    }

    /**
     * The server that runs over this folder, when there is one; waits for one that is just ending.
     *
     * <p>An id may have been given to another program since it was written down: the command line has to name the folder.
     */
    static Optional<ServerProcess> running(InstanceFolder folder) throws IOException, InterruptedException {
        Optional<ServerProcess> recorded =
                folder.recordedPid().flatMap(ProcessHandle::of).map(ServerProcess::new);
        if (recorded.isPresent() && ProcessThreads.isEnding(recorded.get().pid())) {
            recorded.get().awaitEnd(HARD_STOP);
        }
        return recorded.filter(process -> process.isAlive() && process.words().contains(folder.dataOption()));
    }

    public long pid() {
        return handle.pid();
    }

    /** False as well for a process that ended and whose exit code nobody has collected, as it happens in containers. */
    public boolean isAlive() {
        return handle.isAlive() && !ProcessThreads.isEndedAndNotCollected(pid());
    }

    /** The command line; empty where the system does not tell it. */
    List<String> words() {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid()), "cmdline"));
            return List.of(new String(line, StandardCharsets.UTF_8).split("\0"));
        } catch (IOException noProcFileSystem) {
            ProcessHandle.Info info = handle.info();
            return info.arguments().map(List::of).orElseGet(List::of);
        }
    }

    /** Waits for the end of the process; false when it outlived the time. */
    boolean awaitEnd(Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (isAlive() && System.nanoTime() < end) {
            try {
                handle.onExit().get(POLL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException goesOn) {
                // asked again above: a zombie never completes this future
            }
        }
        return !isAlive();
    }

    /** Asks it to end, as an administrator would, and ends it hard when it does not within a minute. */
    public void stop() {
        resume(); // a stopped process would not notice that it is asked
        handle.destroy();
        try {
            if (!awaitEnd(CLEAN_STOP)) {
                kill();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("interrupted while the server with pid " + pid() + " ended", interrupted);
        }
    }

    /** Ends it at once, as a crash does (SIGKILL). */
    public void kill() {
        handle.destroyForcibly();
        try {
            if (!awaitEnd(HARD_STOP)) {
                throw new EmbeddedServerException("the server with pid " + pid() + " does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("interrupted while the server with pid " + pid() + " ended", interrupted);
        }
    }

    /** Freezes it (SIGSTOP): connections stay open and nothing answers. */
    public void pause() {
        signal("STOP");
        awaitStandstill();
    }

    /** The signal reaches the threads one after the other, and one that waits for the disk only afterwards. */
    private void awaitStandstill() {
        long end = System.nanoTime() + HARD_STOP.toNanos();
        while (!ProcessThreads.allStopped(pid())) {
            if (System.nanoTime() > end) {
                throw new EmbeddedServerException("the server with pid " + pid() + " does not stand still");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** Lets a frozen one go on (SIGCONT); nothing happens to one that runs. */
    public void resume() {
        if (isAlive()) {
            signal("CONT");
        }
    }

    private void signal(String name) {
        try {
            // The shell's own kill: not every machine has the program.
            Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0 && isAlive()) {
                throw new EmbeddedServerException("kill -" + name + " " + pid() + " failed: " + said.strip());
            }
        } catch (IOException failed) {
            throw new EmbeddedServerException("the shell could not be run: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("interrupted while signalling the server", interrupted);
        }
    }
}
