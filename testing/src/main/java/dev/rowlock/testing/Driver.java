package dev.rowlock.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** The two JDBC drivers that users of MySQL and MariaDB have. */
public enum Driver {
    CONNECTOR_J("Connector/J", "jdbc:mysql:", "com.mysql.cj.jdbc.Driver"),
    MARIADB("MariaDB Connector/J", "jdbc:mariadb:", "org.mariadb.jdbc.Driver");

    private final String title;
    private final String scheme;
    private final String className;

    Driver(String title, String scheme, String className) {
        this.title = title;
        this.scheme = scheme;
        this.className = className;
    }

    public String title() {
        return title;
    }

    /** What URLs begin with that only this driver takes. */
    public String scheme() {
        return scheme;
    }

    /** The driver itself, so that the order of drivers on the class path does not matter. */
    public java.sql.Driver load() {
        try {
            return Class.forName(className)
                    .asSubclass(java.sql.Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException missing) {
            throw new TestDatabaseException(title + " is not on the class path (" + className + ")", missing);
        }
    }

    /** A new connection, by this driver and no other. */
    public Connection connect(String url) throws SQLException {
        Connection connection = load().connect(url, new Properties());
        if (connection == null) {
            throw new SQLException(title + " does not take the URL " + url);
        }
        return connection;
    }
}
