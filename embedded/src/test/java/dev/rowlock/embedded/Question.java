package dev.rowlock.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What tests of this module ask a server, which has the schema {@code test}. */
final class Question {
    private Question() {}

    static String ask(EmbeddedServer server, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl("test"));
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    static void execute(EmbeddedServer server, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl("test"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
