package dev.rowlock.queue.internal.work;

import java.lang.reflect.Method;

/** Threads for handlers: virtual ones where the JVM has them (21 and later, found at run time, since everything is compiled for 17). */
final class HandlerThreads {
    private HandlerThreads() {}

    static Thread unstarted(String name, Runnable task) {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
            Object named = builder.getMethod("name", String.class).invoke(virtual, name);
            Method unstarted = builder.getMethod("unstarted", Runnable.class);
            return (Thread) unstarted.invoke(named, task);
        } catch (ReflectiveOperationException | LinkageError notThere) {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        }
    }
}
