package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a driver answers when it is asked how many rows were changed (facts 3.7). */
@EachServer(drivers = Drivers.BOTH)
final class UpdateCountFactsTest {
    private static final int UNKNOWN = Statement.SUCCESS_NO_INFO;

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v INT NOT NULL)",
                "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0)");
    }

    @Test
    void anUpdateToTheSameValueCountsUnlessUseAffectedRowsIsSet(TestDatabase database) throws SQLException {
        assertThat(updateToTheSameValue(database, "")).isEqualTo(1);
        assertThat(updateToTheSameValue(database, "&useAffectedRows=true")).isZero();
    }

    private static int updateToTheSameValue(TestDatabase database, String option) throws SQLException {
        try (Connection connection = Client.connect(database, database.url() + option);
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE t SET v = 0 WHERE id = 1");
        }
    }

    /** More than three statements, from which Connector/J joins them into one request. */
    @Test
    void aBatchOfUpdatesTellsTheCountOfEach(TestDatabase database) throws SQLException {
        int[] exact = {1, 0, 1, 0, 1};
        assertThat(updateBatch(database, "")).containsExactly(exact);
        assertThat(updateBatch(database, "&rewriteBatchedStatements=true")).containsExactly(exact);
        assertThat(updateBatch(database, "&useServerPrepStmts=true")).containsExactly(exact);
    }

    /** Not in facts 3.7: with this option MariaDB's driver sends a batch as one bulk command, which MariaDB answers with one count. */
    @Test
    void aBatchOfUpdatesTellsNothingWithUseBulkStmtsOnMariaDb(TestDatabase database) throws SQLException {
        int[] counts = updateBatch(database, "&useBulkStmts=true");
        if (database.driver() == Driver.MARIADB && database.isMariaDb()) {
            assertThat(counts).containsOnly(UNKNOWN);
        } else {
            assertThat(counts).containsExactly(1, 0, 1, 0, 1);
        }
    }

    private static int[] updateBatch(TestDatabase database, String option) throws SQLException {
        try (Connection connection = Client.connect(database, database.url() + option);
                PreparedStatement update = connection.prepareStatement("UPDATE t SET v = v + ? WHERE id = ?")) {
            for (int id : new int[] {1, 77, 2, 88, 3}) {
                update.setInt(1, 1);
                update.setInt(2, id);
                update.addBatch();
            }
            return update.executeBatch();
        }
    }

    /** Facts 3.7 hold for Connector/J: joined inserts answer -2. MariaDB's driver knows that each has inserted one. */
    @Test
    void aBatchOfInsertsThatConnectorJJoinsTellsNothing(TestDatabase database) throws SQLException {
        String insert = "INSERT INTO t (v) VALUES (?)";
        assertThat(insertBatch(database, insert, "")).containsExactly(1, 1, 1, 1, 1);
        int joined = database.driver() == Driver.CONNECTOR_J ? UNKNOWN : 1;
        assertThat(insertBatch(database, insert, "&rewriteBatchedStatements=true"))
                .containsOnly(joined);
    }

    /** Not in facts 3.7: MariaDB's driver needs no option for this, on MariaDB. */
    @Test
    void aBatchOfInsertIgnoreTellsNothingWithMariaDbsDriverOnMariaDb(TestDatabase database) throws SQLException {
        int[] counts = insertBatch(database, "INSERT IGNORE INTO t (id, v) VALUES (?, 0)", "");
        if (database.driver() == Driver.MARIADB && database.isMariaDb()) {
            assertThat(counts).containsOnly(UNKNOWN);
        } else {
            assertThat(counts).containsExactly(0, 0, 0, 1, 1); // ids 1 to 5, of which three are there
        }
    }

    private static int[] insertBatch(TestDatabase database, String sql, String option) throws SQLException {
        try (Connection connection = Client.connect(database, database.url() + option);
                PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int value = 1; value <= 5; value++) {
                insert.setInt(1, value);
                insert.addBatch();
            }
            return insert.executeBatch();
        }
    }
}
