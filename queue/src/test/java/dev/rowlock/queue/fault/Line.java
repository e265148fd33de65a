package dev.rowlock.queue.fault;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A real connection, and the server's number for it. As thread-safe as a connection. */
final class Line {
    private final Connection connection;
    private final long id;
    private volatile boolean dead;

    private Line(Connection connection, long id) {
        this.connection = connection;
        this.id = id;
    }

    static Line of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return new Line(connection, row.getLong(1));
        }
    }

    Connection connection() {
        return connection;
    }

    long id() {
        return id;
    }

    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }
}
