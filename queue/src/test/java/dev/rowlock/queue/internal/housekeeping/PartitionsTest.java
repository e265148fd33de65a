package dev.rowlock.queue.internal.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** History by day: added ahead, dropped when old. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class PartitionsTest {
    private static List<@Nullable String> names(TestDatabase database) {
        return database.column(
                "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'rowlock_history' ORDER BY PARTITION_ORDINAL_POSITION");
    }

    private static String day(TestDatabase database, int ahead) {
        return database.text("SELECT DATE_FORMAT(UTC_DATE() + INTERVAL " + ahead + " DAY, 'p%Y%m%d')");
    }

    @Test
    void todayAndTheDaysAheadHavePartitionsAndOldOnesAreDropped(TestDatabase database) {
        Mails.open(database);
        String row = "INSERT INTO rowlock_history VALUES (UNHEX(REPLACE(UUID(), '-', '')), UTC_DATE() - INTERVAL ";
        database.execute(row + "9 DAY, 1, 0, 0, 'mail', UTC_TIMESTAMP(6), NULL)");
        database.execute(row + "0 DAY, 1, 0, 0, 'mail', UTC_TIMESTAMP(6), NULL)");
        new Partitions(database.dataSource(), 7).keep();
        assertThat(names(database))
                .containsExactly(day(database, 0), day(database, 1), day(database, 2), day(database, 3), "pmax");
        // As if it had run nine days ago.
        String old = database.text("SELECT CAST(UTC_DATE() - INTERVAL 8 DAY AS CHAR)");
        database.execute("ALTER TABLE rowlock_history REORGANIZE PARTITION " + day(database, 0) + " INTO (PARTITION "
                + day(database, -9) + " VALUES LESS THAN ('" + old + "'), PARTITION " + day(database, 0)
                + " VALUES LESS THAN ('"
                + database.text("SELECT CAST(UTC_DATE() + INTERVAL 1 DAY AS CHAR)") + "'))");
        new Partitions(database.dataSource(), 7).keep();
        new Partitions(database.dataSource(), 7).keep();
        assertThat(names(database))
                .containsExactly(day(database, 0), day(database, 1), day(database, 2), day(database, 3), "pmax");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(1);
    }

    @Test
    void upkeepGivesUpSoonWhenSomebodyHasTheTableOpenAndNothingStops(TestDatabase database) throws Exception {
        Mails.open(database);
        try (Connection reader = database.connect();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.executeQuery("SELECT COUNT(*) FROM rowlock_history").close();
            assertThatThrownBy(() -> new Partitions(database.dataSource(), 7).keep())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("1205");
            database.execute(
                    "INSERT INTO rowlock_history VALUES (UNHEX(REPLACE(UUID(), '-', '')), UTC_DATE(), 1, 0, 0, 'mail', UTC_TIMESTAMP(6), NULL)");
            reader.rollback();
        }
        new Partitions(database.dataSource(), 7).keep();
        assertThat(names(database)).hasSize(5);
    }
}
