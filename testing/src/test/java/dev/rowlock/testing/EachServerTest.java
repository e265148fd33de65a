package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
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
}
