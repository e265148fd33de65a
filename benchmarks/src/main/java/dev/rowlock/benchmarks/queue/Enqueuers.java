package dev.rowlock.benchmarks.queue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Threads of an application that enqueue at the same time, each its part. */
public final class Enqueuers {
    /** Enqueues the jobs from one number to before another, on the thread that calls. */
    @FunctionalInterface
    public interface Part {
        void enqueue(int from, int before) throws SQLException;
    }

    private Enqueuers() {}

    /** Enqueues so many jobs on so many threads; seconds. */
    public static double seconds(int threads, int jobs, Part part) throws SQLException {
        long start = System.nanoTime();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int number = 1; number < threads; number++) {
            int from = from(number, threads, jobs);
            int before = from(number + 1, threads, jobs);
            others.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            part.enqueue(from, before);
                        } catch (SQLException e) {
                            throw new CompletionException(e);
                        }
                    },
                    task -> new Thread(task, "bench-enqueue").start()));
        }
        try {
            part.enqueue(0, from(1, threads, jobs));
        } finally {
            join(others);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static int from(int number, int threads, int jobs) {
        return (int) ((long) jobs * number / threads);
    }

    private static void join(List<CompletableFuture<Void>> others) throws SQLException {
        for (CompletableFuture<Void> other : others) {
            try {
                other.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof SQLException refused) {
                    throw refused;
                }
                throw e;
            }
        }
    }
}
