package dev.rowlock.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT for as long as this is open: the first one asks to end, the second ends the process at once. A shutdown hook would not
 * do, since the exit code of a clean end has to be 0.
 *
 * <p>{@code sun.misc.Signal} is in the supported module {@code jdk.unsupported}, but javac warns of it whatever one does: so it is found at
 * run time. On a JVM without it, signals end the process as they usually do.
 */
public final class Signals implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Signals.class);
    private static final int SIGNALLED = 128;

    private final AtomicInteger received = new AtomicInteger();
    private final Consumer<String> first;
    private final Map<String, Object> before = new LinkedHashMap<>();

    private final IntConsumer second;

    private Signals(Consumer<String> first, IntConsumer second) {
        this.first = first;
        this.second = second;
    }

    /** The second signal ends the process without a further word. */
    public static Signals on(Consumer<String> first) {
        return on(first, Runtime.getRuntime()::halt);
    }

    /**
     * Both are the caller's affair.
     *
     * @param second takes the exit code to end with at once
     */
    public static Signals on(Consumer<String> first, IntConsumer second) {
        Signals signals = new Signals(first, second);
        signals.take("TERM", 15);
        signals.take("INT", 2);
        return signals;
    }

    /** For a child of a process that Ctrl-C is meant for, which ends it in its own way. */
    public static Signals ignoringInterrupt() {
        Signals signals = new Signals(signal -> {}, code -> {});
        signals.take("INT", 2);
        return signals;
    }

    private void take(String name, int number) {
        try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            received(name, number);
                        }
                        return null;
                    });
            before.put(name, handle(name, handler));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            log.debug("signal not taken name={} reason=\"{}\"", name, e.toString());
        }
    }

    private static Object handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        try {
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused; // the JVM uses the signal itself
            }
            throw e;
        }
    }

    private void received(String name, int number) {
        if (received.incrementAndGet() == 1) {
            first.accept("SIG" + name);
        } else {
            second.accept(SIGNALLED + number);
        }
    }

    @Override
    public void close() {
        before.forEach((name, handler) -> {
            try {
                handle(name, handler);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                log.debug("signal not given back name={} reason=\"{}\"", name, e.toString());
            }
        });
    }
}
