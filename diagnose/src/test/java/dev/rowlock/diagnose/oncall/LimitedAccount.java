package dev.rowlock.diagnose.oncall;

import dev.rowlock.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;

/** An account with no rights but those a test gives it. */
final class LimitedAccount implements AutoCloseable {
    private static final String PASSWORD = "pass-Word-1";

    private final TestDatabase database;
    private final String user;

    LimitedAccount(TestDatabase database) {
        this.database = database;
        this.user =
                "w_" + database.schema().substring(Math.max(0, database.schema().length() - 20));
        database.execute("CREATE USER " + name() + " IDENTIFIED BY '" + PASSWORD + "'");
    }

    /** As statements name it. */
    String name() {
        return "'" + user + "'@'%'";
    }

    /** Connections of this account. */
    DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("getConnection")) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    return connect();
                });
    }

    private Connection connect() throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", PASSWORD);
        String url = database.url().replaceAll("(?<=[?&])(user|password)=[^&]*&?", "");
        return Objects.requireNonNull(database.driver().load().connect(url, login), url);
    }

    @Override
    public void close() {
        database.execute("DROP USER " + name());
    }
}
