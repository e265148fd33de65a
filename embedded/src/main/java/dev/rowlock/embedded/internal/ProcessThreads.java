package dev.rowlock.embedded.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What Linux says about the threads of a process; other systems do not say it, and are taken at their word. */
final class ProcessThreads {
    private ProcessThreads() {}

    /** It ended, and nobody has collected its exit code: in containers often nobody ever does. */
    static boolean isEndedAndNotCollected(long pid) {
        return isZombieWith(pid, threads -> threads.equals("1"));
    }

    /** Its first thread is gone, and its command line with it; others still hold its files and its port. */
    static boolean isEnding(long pid) {
        return isZombieWith(pid, threads -> !threads.equals("1"));
    }

    private static boolean isZombieWith(long pid, Predicate<String> threads) {
        try {
            List<String> status = Files.readAllLines(folder(pid).resolve("status"));
            return isIn("Z", status)
                    && status.stream()
                            .filter(line -> line.startsWith("Threads:\t"))
                            .anyMatch(line -> threads.test(line.substring("Threads:\t".length())));
        } catch (IOException goneOrNoProcFileSystem) {
            return false;
        }
    }

    /** Whether none of them runs any more, after SIGSTOP. */
    static boolean allStopped(long pid) {
        try (Stream<Path> threads = Files.list(folder(pid).resolve("task"))) {
            return threads.allMatch(ProcessThreads::isStopped);
        } catch (IOException | UncheckedIOException goneOrNoProcFileSystem) {
            return true;
        }
    }

    private static boolean isStopped(Path thread) {
        try {
            return isIn("T", Files.readAllLines(thread.resolve("status")));
        } catch (IOException gone) {
            return true;
        }
    }

    private static boolean isIn(String state, List<String> status) {
        return status.stream().anyMatch(line -> line.startsWith("State:\t" + state));
    }

    private static Path folder(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }
}
