package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

final class LostTransactionsTest {
    @EachServer
    void onlineLostOneDiffersFromBatchLostOneThoughTheyShareAnAccount(TestDatabase database) throws Exception {
        create(database);
        OwnLosses own = new OwnLosses();
        try (LostTransactions online =
                        LostTransactions.online(database.dataSource(), family(database), Loss.DEADLOCK, own);
                LostTransactions all =
                        LostTransactions.byEverybody(database.dataSource(), family(database), Loss.DEADLOCK)) {
            Read onlineRead = new Read(online);
            Read allRead = new Read(all);
            onlineRead.staleReason();
            allRead.staleReason();

            deadlock(database);
            // the batch learns of it after the server has counted it: no read in between may take it for online's
            assertThat(onlineRead.events()).isZero();
            own.add(Loss.DEADLOCK);
            assertThat(onlineRead.events()).isZero();
            assertThat(allRead.events()).isEqualTo(1);

            deadlock(database);
            onlineRead.events();
            assertThat(onlineRead.events()).isEqualTo(1);
            assertThat(onlineRead.events()).isEqualTo(1);
            assertThat(allRead.events()).isEqualTo(2);
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void lockWaitTimeoutsAreCountedByAccount(TestDatabase database) throws Exception {
        create(database);
        String user = "w" + Long.toHexString(System.nanoTime() & 0xffffffffL);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'x'",
                "GRANT ALL ON `" + database.schema() + "`.* TO '" + user + "'@'%'");
        try (LostTransactions batch =
                        LostTransactions.ofAccount(database.dataSource(), Loss.LOCK_WAIT_TIMEOUT, user, "localhost");
                LostTransactions others =
                        LostTransactions.online(database.dataSource(), Loss.LOCK_WAIT_TIMEOUT, user, "localhost")) {
            Read batchRead = new Read(batch);
            Read othersRead = new Read(others);
            batchRead.staleReason();
            othersRead.staleReason();
            timeOut(database, database.url());
            othersRead.events();
            assertThat(othersRead.events()).isEqualTo(1);
            assertThat(batchRead.events()).isZero();
            timeOut(database, asUser(database, user));
            assertThat(batchRead.events()).isEqualTo(1);
            othersRead.events();
            assertThat(othersRead.events()).isEqualTo(1);
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @EachServer
    void aWaitThatTimedOutIsOnlineTrafficsUnlessTheBatchCountedItAsItsOwn(TestDatabase database) throws Exception {
        create(database);
        OwnLosses own = new OwnLosses();
        try (LostTransactions online =
                LostTransactions.online(database.dataSource(), family(database), Loss.LOCK_WAIT_TIMEOUT, own)) {
            Read read = new Read(online);
            read.staleReason();
            timeOut(database, database.url());
            read.events();
            assertThat(read.events()).isEqualTo(1);
            timeOut(database, database.url());
            own.add(Loss.LOCK_WAIT_TIMEOUT);
            read.events();
            assertThat(read.events()).isEqualTo(1);
        }
    }

    /** So a batch there does not take them off: it would hide losses of online traffic. */
    @EachServer(only = {ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM})
    void whatGaveUpWithoutAWaitIsNotCountedByMariaDb(TestDatabase database) throws Exception {
        create(database);
        try (LostTransactions all = LostTransactions.byEverybody(
                        database.dataSource(), ServerFamily.MARIADB, Loss.LOCK_WAIT_TIMEOUT);
                Connection holder = database.connect();
                Statement hold = holder.createStatement();
                Connection hasty = database.connect();
                Statement change = hasty.createStatement()) {
            Read read = new Read(all);
            read.staleReason();
            holder.setAutoCommit(false);
            hold.execute("SELECT * FROM t WHERE id = 1 FOR UPDATE");
            for (String atOnce : new String[] {
                "SET STATEMENT innodb_lock_wait_timeout = 0 FOR UPDATE t SET v = 9 WHERE id = 1",
                "SELECT * FROM t WHERE id = 1 FOR UPDATE NOWAIT"
            }) {
                try {
                    change.execute(atOnce);
                    throw new AssertionError("nobody held it");
                } catch (SQLException gaveUp) {
                    assertThat(gaveUp.getErrorCode()).isEqualTo(1205);
                }
            }
            assertThat(change.executeQuery("SELECT * FROM t WHERE id = 1 FOR UPDATE SKIP LOCKED")
                            .next())
                    .isFalse();
            assertThat(read.events()).isZero();
            holder.rollback();
            timeOut(database, database.url());
            assertThat(read.events()).isEqualTo(1);
        }
    }

    @EachServer(only = ServerKind.MARIADB_11_4, sharing = Sharing.DEDICATED)
    void aCounterThatIsSwitchedOffIsStaleAndNotZero(TestDatabase database) throws Exception {
        database.execute("SET GLOBAL innodb_monitor_disable = 'lock_timeouts'");
        try (LostTransactions signal =
                LostTransactions.byEverybody(database.dataSource(), ServerFamily.MARIADB, Loss.LOCK_WAIT_TIMEOUT)) {
            assertThatThrownBy(() -> signal.read(Duration.ofHours(1)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("innodb_monitor_enable = 'lock_timeouts'");
            assertThat(LostTransactions.unseen(database.dataSource(), ServerFamily.MARIADB, Loss.LOCK_WAIT_TIMEOUT))
                    .hasValueSatisfying(why -> assertThat(why).contains("innodb_monitor_enable"));
        }
    }

    private static ServerFamily family(TestDatabase database) {
        return database.isMariaDb() ? ServerFamily.MARIADB : ServerFamily.MYSQL;
    }

    private static void create(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0), (2, 0)");
    }

    private static String asUser(TestDatabase database, String user) {
        return database.url().replaceFirst("user=[^&]*", "user=" + user + "&password=x&allowPublicKeyRetrieval=true");
    }

    /** Two sessions, one row each, then the other's: one of them gets 1213. */
    private static void deadlock(TestDatabase database) throws Exception {
        try (Connection one = database.connect();
                Connection two = database.connect();
                Statement first = one.createStatement();
                Statement second = two.createStatement()) {
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            first.execute("UPDATE t SET v = v + 1 WHERE id = 1");
            second.execute("UPDATE t SET v = v + 1 WHERE id = 2");
            FutureTask<Integer> crossing = new FutureTask<>(() -> lost(first, "UPDATE t SET v = v + 1 WHERE id = 2"));
            Thread thread = new Thread(crossing);
            thread.start();
            int lost = lost(second, "UPDATE t SET v = v + 1 WHERE id = 1");
            if (lost > 0) {
                two.rollback();
            }
            assertThat(lost + crossing.get()).isEqualTo(1);
            thread.join();
            one.rollback();
            two.rollback();
        }
    }

    private static int lost(Statement statement, String sql) throws SQLException {
        try {
            statement.execute(sql);
            return 0;
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).isEqualTo(1213);
            return 1;
        }
    }

    private static void timeOut(TestDatabase database, String url) throws SQLException, ExecutionException {
        try (Connection holder = database.connect();
                Statement hold = holder.createStatement();
                Connection waiter = DriverManager.getConnection(url);
                Statement wait = waiter.createStatement()) {
            holder.setAutoCommit(false);
            hold.execute("SELECT * FROM t WHERE id = 1 FOR UPDATE");
            wait.execute("SET SESSION innodb_lock_wait_timeout = 1");
            try {
                wait.execute("UPDATE t SET v = 9 WHERE id = 1");
                throw new AssertionError("it did not wait");
            } catch (SQLException timedOut) {
                assertThat(timedOut.getErrorCode()).isEqualTo(1205);
            }
            holder.rollback();
        }
    }
}
