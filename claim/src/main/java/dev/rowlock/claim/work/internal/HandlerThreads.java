package dev.rowlock.claim.work.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The worker's own threads for handlers: virtual ones where the JVM has them (21 and later, found at run time, since everything is compiled
 * for 17), else as many as may be at work. Thread-safe.
 */
public final class HandlerThreads implements Executor, AutoCloseable {
    private final ExecutorService service;

    private HandlerThreads(ExecutorService service) {
        this.service = service;
    }

    public static HandlerThreads start(String name, int most) {
        String prefix = name + "-handler-";
        try {
            return new HandlerThreads(virtual(prefix));
        } catch (ReflectiveOperationException | LinkageError notThere) {
            return new HandlerThreads(platform(prefix, most));
        }
    }

    private static ExecutorService virtual(String prefix) throws ReflectiveOperationException {
        Class<?> builderType = Class.forName("java.lang.Thread$Builder");
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Object named = builderType.getMethod("name", String.class, long.class).invoke(builder, prefix, 1L);
        ThreadFactory factory = (ThreadFactory) builderType.getMethod("factory").invoke(named);
        return (ExecutorService) Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, factory);
    }

    private static ExecutorService platform(String prefix, int most) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(most, most, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, prefix + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    @Override
    public void execute(Runnable task) {
        service.execute(task);
    }

    @Override
    public void close() {
        service.shutdown();
    }
}
