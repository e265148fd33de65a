package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

final class EachServerTest {
    @EachServer(drivers = Drivers.BOTH)
    void handsOutAFreshSchemaWithBothDrivers(TestDatabase database) throws SQLException {
        assertThat(database.column("SHOW TABLES")).isEmpty();
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO t VALUES (1), (2)")).isEqualTo(2);
            assertThat(connection.getMetaData().getDriverName())
                    .containsIgnoringCase(database.driver() == Driver.MARIADB ? "MariaDB" : "MySQL");
        }
        assertThat(database.number("SELECT COUNT(*) FROM t")).isEqualTo(2);
        assertThat(database.statements()).isEqualTo(1);
    }

    @EachServer(drivers = Drivers.BOTH)
    void countsWhatGoesThroughTheDataSource(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            assertThat(insert.getConnection()).isSameAs(connection);
            connection.setAutoCommit(false);
            for (int id = 1; id <= 3; id++) {
                insert.setInt(1, id);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
            insert.setInt(1, 4);
            insert.executeUpdate();
            connection.rollback();
            assertThat(database.openConnections()).isEqualTo(1);
        }
        assertThat(database.statements()).isEqualTo(2);
        assertThat(database.commits()).isEqualTo(1);
        assertThat(database.rollbacks()).isEqualTo(1);
        assertThat(database.connectionsOpened()).isEqualTo(1);
        assertThat(database.openConnections()).isZero();
        database.resetCounts();
        assertThat(database.statements()).isZero();
    }
}
