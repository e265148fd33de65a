package dev.rowlock.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.diagnose.fixture.Provocation;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ErrorCode;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;

/** The server dies between two looks. */
final class RestartedServerTest {
    @EachServer(
            sharing = Sharing.DEDICATED,
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void theWatchGoesOnAndSaysWhatItDropped(TestDatabase database) throws SQLException {
        Provocation.createOrders(database);
        DeadlockWatch watch = new DeadlockWatch(database.dataSource(), Sides.byComment(), SqlDisplay.MASKED);
        watch.look();
        Provocation.crossUpdate(database);
        assertThat(watch.look().fresh()).isPresent();
        Provocation.crossUpdate(database);
        database.server().kill();
        assertThatThrownBy(watch::look)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE));
        database.server().restart();
        Look after = watch.look();
        assertThat(after.fresh()).isEmpty();
        assertThat(after.notes()).singleElement().asString().contains("this sample is dropped");
        Provocation.crossUpdate(database);
        assertThat(watch.look().fresh()).isPresent();
        assertThat(watch.metrics().seen()).isEqualTo(2);
        assertThat(watch.metrics().unseen()).isZero();
        assertThat(watch.metrics().droppedSamples()).isEqualTo(1);
    }
}
