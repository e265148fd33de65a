package dev.rowlock.testing.internal;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Threads that began during a test and outlive it. */
final class ThreadLeaks {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration POLL = Duration.ofMillis(20);

    /** Threads that belong to the JVM or a driver as a whole, and stay until the JVM ends. */
    private static final Pattern NOT_THE_TESTS = Pattern.compile("process reaper.*"
            + "|ForkJoinPool\\.commonPool-.*|ForkJoinPool-\\d+-worker-.*|ForkJoinPool-\\d+-delayScheduler|MasterPoller|VirtualThread-.*|Attach Listener|Common-Cleaner"
            + "|Signal Dispatcher|Finalizer|Reference Handler|Cleaner-\\d+|Read-Poller|Write-Poller|.*-Poller"
            + "|mysql-cj-abandoned-connection-cleanup|mariadb-.*timeout.*|SIG[A-Z0-9]+ handler|C\\d CompilerThread.*"
            + "|surefire-.*|Surefire.*|ping-timer-.*|" + SharedServers.THREAD);

    private final Set<Thread> before;

    private ThreadLeaks(Set<Thread> before) {
        this.before = before;
    }

    static ThreadLeaks begin() {
        return new ThreadLeaks(Set.copyOf(Thread.getAllStackTraces().keySet()));
    }

    /** Waits a little for them to end; then describes those that do not. */
    List<String> find() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<Thread> left = left();
        while (!left.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(POLL.toNanos());
            left = left();
        }
        return left.stream().map(ThreadLeaks::describe).toList();
    }

    private List<Thread> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .filter(thread -> !NOT_THE_TESTS.matcher(thread.getName()).matches())
                .toList();
    }

    private static String describe(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return "the thread \"" + thread.getName() + "\""
                + (stack.length == 0 ? "" : ", which is at " + stack[Math.min(stack.length - 1, 2)]);
    }
}
