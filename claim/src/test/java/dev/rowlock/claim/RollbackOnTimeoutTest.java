package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

final class RollbackOnTimeoutTest {
    /** The server then undoes all of the caller's writes, which "busy" would hide. */
    @EachServer(sharing = Sharing.DEDICATED, only = ServerKind.MARIADB_11_4, options = "--innodb-rollback-on-timeout=1")
    void aBusyRowIsAFailureWhereItCostTheCallerItsTransaction(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SampleTables.jobQueue(), 3);
        try (OtherSession holder = queue.hold(2);
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE job_queue SET attempts = 7 WHERE id = 3");
            assertThatThrownBy(() -> queue.leases().on(connection).claim(RowKey.of(2)))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failure -> assertThat(failure.failure()).isEqualTo(Failure.LOCK_CONFLICT));
            connection.commit();
            assertThat(queue.sample().value(database, ColumnRole.ATTEMPTS, 3)).isEqualTo("0");

            // In a transaction of its own there is nothing else to lose.
            assertThat(queue.leases().claim(RowKey.of(2))).isInstanceOf(TargetedClaim.Busy.class);
        }
    }
}
