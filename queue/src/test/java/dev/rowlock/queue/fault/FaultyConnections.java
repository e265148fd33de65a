package dev.rowlock.queue.fault;

import dev.rowlock.testing.Connections;
import dev.rowlock.testing.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * A pool of the test's connections on which a {@link Script} decides what happens to each step. Complains of connections that are given back in the middle of a
 * transaction, which would commit somebody's half work. Thread-safe; its connections as far as connections are.
 */
final class FaultyConnections implements Connections, AutoCloseable {
    private final TestDatabase database;
    private final Script script;
    private final Trouble trouble;
    private final Deque<Line> idle = new ConcurrentLinkedDeque<>();

    FaultyConnections(TestDatabase database, Script script, Trouble trouble) {
        this.database = database;
        this.script = script;
        this.trouble = trouble;
    }

    /** Takes a step, on its way to the server or not. */
    private interface Call {
        @Nullable
        Object send() throws Throwable;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (script.next(Step.CONNECT).isPresent()) {
            return trouble.refuse();
        }
        Line kept = idle.pollFirst();
        return lent(kept == null ? Line.of(database.connect()) : kept);
    }

    private Connection lent(Line line) {
        Connection connection = line.connection();
        return proxy(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "close" -> {
                giveBack(line);
                yield null;
            }
            case "commit" -> step(Step.COMMIT, line, () -> call(connection, method, arguments));
            case "rollback" -> step(Step.ROLLBACK, line, () -> call(connection, method, arguments));
            case "setAutoCommit" -> {
                boolean on = arguments != null && Boolean.TRUE.equals(arguments[0]);
                Call send = () -> call(connection, method, arguments);
                yield on == connection.getAutoCommit() ? send.send() : step(Step.autoCommit(on), line, send);
            }
            default -> watched(call(connection, method, arguments), line, arguments);
        });
    }

    private @Nullable Object watched(@Nullable Object result, Line line, Object @Nullable [] arguments) {
        if (result instanceof PreparedStatement prepared && arguments != null) {
            return statement(PreparedStatement.class, prepared, line, (String) arguments[0]);
        }
        return result instanceof Statement plain ? statement(Statement.class, plain, line, null) : result;
    }

    private <T extends Statement> T statement(Class<T> type, T statement, Line line, @Nullable String prepared) {
        return proxy(type, (proxy, method, arguments) -> {
            Call send = () -> call(statement, method, arguments);
            if (!method.getName().startsWith("execute")) {
                return send.send();
            }
            String sql = prepared != null || arguments == null ? prepared : (String) arguments[0];
            return step(Step.of(String.valueOf(sql)), line, send);
        });
    }

    private @Nullable Object step(Step step, Line line, Call call) throws Throwable {
        Optional<Fault> fault = script.next(step);
        if (fault.isEmpty()) {
            return call.send();
        }
        return switch (fault.get()) {
            case KILLED -> {
                trouble.kill(line);
                // The driver finds out for itself; a COMMIT of nothing MariaDB's does not even send.
                yield call.send();
            }
            case ANSWER_LOST -> {
                call.send();
                throw trouble.lose(line);
            }
            case DEADLOCK -> throw trouble.deadlock(line.connection());
            case DEADLOCK_AFTER -> {
                call.send();
                throw trouble.deadlock(line.connection());
            }
            case LOCK_WAIT -> throw trouble.lockWait(line.connection());
        };
    }

    private void giveBack(Line line) throws SQLException {
        Connection connection = line.connection();
        if (line.isDead()) {
            connection.abort(Runnable::run);
        } else if (!connection.isClosed()) {
            if (!connection.getAutoCommit()) {
                script.complain("a connection was given back in a transaction");
                connection.rollback();
                connection.setAutoCommit(true);
            }
            idle.addFirst(line);
        }
    }

    @Override
    public void close() throws SQLException {
        for (Line line = idle.pollFirst(); line != null; line = idle.pollFirst()) {
            line.connection().close();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause() == null ? failed : failed.getCause();
        }
    }
}
