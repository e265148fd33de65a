package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.mysql.SessionSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;

/**
 * Hands out the visit's own connection, for code that wants a data source: what it asks stays under the visit's limits. Closing it gives it
 * back. For one borrower at a time.
 */
final class SameSession implements SessionSource {
    private final Connection lent;

    SameSession(Connection connection) {
        this.lent = (Connection) Proxy.newProxyInstance(
                SameSession.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection() {
        return lent;
    }
}
