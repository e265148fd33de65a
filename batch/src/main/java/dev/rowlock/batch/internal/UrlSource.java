package dev.rowlock.batch.internal;

import dev.rowlock.mysql.SessionSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Connections to another server, a replica, by its JDBC URL, one at a time. Immutable. */
final class UrlSource implements SessionSource {
    private final String url;

    UrlSource(String url) {
        this.url = url;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return DriverManager.getConnection(url);
    }
}
