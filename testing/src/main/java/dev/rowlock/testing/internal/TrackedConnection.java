package dev.rowlock.testing.internal;

import static dev.rowlock.testing.internal.Proxies.call;
import static dev.rowlock.testing.internal.Proxies.proxy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A connection that counts commits, rollbacks and statements, and says when it is closed. */
final class TrackedConnection implements InvocationHandler {
    private final Connection connection;
    private final Counters counters;
    private final Runnable closed;

    private TrackedConnection(Connection connection, Counters counters, Runnable closed) {
        this.connection = connection;
        this.counters = counters;
        this.closed = closed;
    }

    static Connection wrap(Connection connection, Counters counters, Runnable closed) {
        return proxy(Connection.class, new TrackedConnection(connection, counters, closed));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a proxy equals itself only, like the connection it stands for
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        switch (method.getName()) {
            case "commit" -> counters.commits.incrementAndGet();
            case "rollback" -> counters.rollbacks.incrementAndGet();
            case "close", "abort" -> closed.run();
            case "equals" -> {
                return arguments != null && proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            default -> {}
        }
        Object result = call(connection, method, arguments);
        if (result instanceof Statement statement) {
            Class<? extends Statement> type = result instanceof CallableStatement
                    ? CallableStatement.class
                    : result instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
            return proxy(type, new TrackedStatement(statement, (Connection) proxy, counters));
        }
        return result;
    }

    /** A batch counts once: it is one call, and at best one round trip. */
    private record TrackedStatement(Statement statement, Connection connection, Counters counters)
            implements InvocationHandler {
        @Override
        @SuppressWarnings("ReferenceEquality") // as above
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().startsWith("execute")) {
                counters.statements.incrementAndGet();
            }
            return switch (method.getName()) {
                case "getConnection" -> connection;
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> call(statement, method, arguments);
            };
        }
    }
}
