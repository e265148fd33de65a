package dev.rowlock.diagnose.doctor;

import dev.rowlock.testing.TestDatabase;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connections of an account without rights, which goes when the test ends; and a data source that lends one connection. */
final class OtherAccount implements DataSource, AutoCloseable {
    private static final String PASSWORD = "pass-Word-1";

    private final TestDatabase database;
    private final String user;

    private OtherAccount(TestDatabase database) {
        this.database = database;
        this.user = "u_" + database.schema();
    }

    static OtherAccount create(TestDatabase database) {
        OtherAccount account = new OtherAccount(database);
        database.execute("CREATE USER " + account.name() + " IDENTIFIED BY '" + PASSWORD + "'");
        return account;
    }

    /** Always the same connection, which the borrower cannot close. */
    static DataSource lending(Connection connection) {
        Connection lent = (Connection) Proxy.newProxyInstance(
                OtherAccount.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return (DataSource) Proxy.newProxyInstance(
                OtherAccount.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> lent);
    }

    /** As statements name it. */
    String name() {
        return "'" + user + "'@'%'";
    }

    @Override
    public Connection getConnection() throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", PASSWORD);
        String url = database.url();
        int question = url.indexOf('?');
        String options = Arrays.stream(url.substring(question + 1).split("&"))
                .filter(option -> !option.startsWith("user=") && !option.startsWith("password="))
                .collect(Collectors.joining("&"));
        return Objects.requireNonNull(
                database.driver().load().connect(url.substring(0, question + 1) + options, login), url);
    }

    @Override
    public Connection getConnection(String other, String password) throws SQLException {
        throw new SQLException("one account only");
    }

    @Override
    public void close() {
        database.execute("DROP USER " + name());
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
