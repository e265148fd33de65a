package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.binlog.Refusal.Reason;
import dev.rowlock.binlog.fixture.Recorder;
import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

/** What stands in the way of row events is said with what mends it. */
final class RefusalTest {
    private static final String PASSWORD = "pass-Word-1";

    @EachServer
    void namesTheRightsThatAreMissing(TestDatabase database) {
        Recorder.rowFormat(database);
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        String user = "b" + database.schema().substring(database.schema().length() - 8);
        database.execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY '" + PASSWORD + "'");
        LogAddress root = Recorder.address(database);
        LogAddress poor = new LogAddress(root.host(), root.port(), user, PASSWORD, TlsMode.PREFERRED);
        try {
            Refusal missing = Recorder.refusal(database, poor, "t");
            assertThat(missing.reason()).isEqualTo(Reason.MISSING_RIGHT);
            assertThat(missing.mend()).startsWith("GRANT REPLICATION SLAVE").contains("'" + user + "'@'%'");
            database.execute(missing.mend());
            new Recorder().open(database, poor, "t").close();

            Refusal wrong = Recorder.refusal(
                    database, new LogAddress(root.host(), root.port(), user, "other", TlsMode.PREFERRED), "t");
            assertThat(wrong.reason()).isEqualTo(Reason.LOGIN);
            assertThat(wrong.message()).contains(user).doesNotContain("other");
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void namesTablesItCannotFollow(TestDatabase database) {
        database.execute("CREATE TABLE bare (id INT)", "CREATE TABLE t (id TIMESTAMP PRIMARY KEY)");
        LogAddress address = Recorder.address(database);
        assertThat(Recorder.refusal(database, address, "bare").toString())
                .isEqualTo("rows of bare cannot be told apart in the binary log: it has no primary key");
        assertThat(Recorder.refusal(database, address, "t").reason()).isEqualTo(Reason.UNSUPPORTED_KEY);
        assertThatThrownBy(() -> Recorder.refusal(database, address, "missing"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no table missing");
        assertThatThrownBy(() -> RowEvents.open(database.dataSource(), address, List.of(), change -> {}))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("no table to watch");
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysThatNobodyListens(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            free = socket.getLocalPort();
        }
        Refusal refusal =
                Recorder.refusal(database, new LogAddress("127.0.0.1", free, "root", "", TlsMode.DISABLED), "t");
        assertThat(refusal.reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(refusal.toString()).contains("127.0.0.1:" + free).contains("refused");
    }

    @EachServer(only = ServerKind.MYSQL_8_0, sharing = Sharing.DEDICATED, options = "--skip-log-bin")
    void saysThatThereIsNoBinaryLog(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Refusal refusal = Recorder.refusal(database, Recorder.address(database), "t");
        assertThat(refusal.reason()).isEqualTo(Reason.NO_BINARY_LOG);
        assertThat(refusal.mend()).contains("log");
    }

    @EachServer(only = ServerKind.MARIADB_11_4, sharing = Sharing.DEDICATED, options = "--binlog-format=MIXED")
    void saysThatTheLogMayHoldStatements(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Refusal refusal = Recorder.refusal(database, Recorder.address(database), "t");
        assertThat(refusal.reason()).isEqualTo(Reason.FORMAT_NOT_ROW);
        assertThat(refusal.toString()).contains("MIXED").contains("SET GLOBAL binlog_format = 'ROW'");
    }

    @EachServer(only = ServerKind.MYSQL_8_0, sharing = Sharing.DEDICATED, options = "--server-id=4711")
    void noticesThatAnotherServerAnswers(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        try (EmbeddedServer other = EmbeddedServer.of(ServerKind.MYSQL_8_0).start()) {
            Refusal refusal = Recorder.refusal(
                    database, new LogAddress("127.0.0.1", other.port(), "root", "", TlsMode.DISABLED), "t");
            assertThat(refusal.reason()).isEqualTo(Reason.UNREACHABLE);
            assertThat(refusal.message()).contains("another server");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void theUsualPasswordsOfMySqlWorkWithAndWithoutTls(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        String user = "s" + database.schema().substring(database.schema().length() - 8);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED WITH caching_sha2_password BY '" + PASSWORD + "'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + user + "'@'%'");
        try {
            for (TlsMode tls : List.of(TlsMode.DISABLED, TlsMode.PREFERRED, TlsMode.REQUIRED)) {
                database.execute("ALTER USER '" + user + "'@'%' IDENTIFIED BY '" + PASSWORD + "'"); // empties the cache
                for (int time = 0; time < 2; time++) { // the second log-in is answered from the server's cache
                    Recorder recorder = new Recorder();
                    try (RowEvents events = recorder.open(
                            database, new LogAddress("127.0.0.1", database.port(), user, PASSWORD, tls), "t")) {
                        database.execute("INSERT INTO t VALUES (1)", "DELETE FROM t");
                        recorder.heard("INSERT 1", "DELETE 1");
                        assertThat(events.state().isRunning()).isTrue();
                    }
                }
            }
            Refusal unchecked = Recorder.refusal(
                    database, new LogAddress("127.0.0.1", database.port(), user, PASSWORD, TlsMode.VERIFY_CA), "t");
            assertThat(unchecked.reason()).isEqualTo(Reason.LOGIN);
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void theDataSourceNeedsTheRightToAskWhereTheLogEnds(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        String user = "d" + database.schema().substring(database.schema().length() - 8);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT SELECT ON " + database.schema() + ".* TO '" + user + "'@'%'");
        String url = database.url().replaceAll("user=[^&]*", "user=" + user + "&password=" + PASSWORD);
        try {
            Refusal refusal = RowEvents.open(
                            Connections.ofUrl(url, database),
                            LogAddress.ofJdbc(url, null, null),
                            List.of(dev.rowlock.mysql.TableName.of("t")),
                            change -> {})
                    .fold(
                            opened -> {
                                throw new AssertionError("it opened");
                            },
                            Opening.Refused::refusal);
            assertThat(refusal.reason()).isEqualTo(Reason.MISSING_RIGHT);
            assertThat(refusal.mend())
                    .isEqualTo("GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + user + "'@'%'");
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void aServerThatIsGoneIsAStoreException(TestDatabase database) {
        LogAddress address = Recorder.address(database);
        assertThatThrownBy(() -> RowEvents.open(
                        Connections.ofUrl(database.url().replace(":" + database.port() + "/", ":1/"), database),
                        address,
                        List.of(dev.rowlock.mysql.TableName.of("t")),
                        change -> {}))
                .isInstanceOf(StoreException.class);
    }
}
