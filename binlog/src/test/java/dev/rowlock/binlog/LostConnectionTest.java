package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.binlog.fixture.Recorder;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;

/** A stream whose server or network fails tells every row all the same, or says that it does not. */
final class LostConnectionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static LogAddress through(CutProxy network) {
        return new LogAddress("127.0.0.1", network.port(), "root", "", TlsMode.DISABLED);
    }

    @EachServer
    void goesOnFromItsPlaceAfterACutConnection(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder();
        try (CutProxy network = CutProxy.inFrontOf(database);
                RowEvents events = recorder.open(database, through(network), "t")) {
            database.execute("INSERT INTO t VALUES (1)");
            recorder.heard("INSERT 1");
            network.partition();
            await().atMost(PATIENCE).until(() -> events.state() instanceof StreamState.Behind);
            database.execute("INSERT INTO t VALUES (2)", "FLUSH BINARY LOGS", "INSERT INTO t VALUES (3)");
            assertThat(recorder.told()).containsExactly("INSERT 1");
            network.restore();
            recorder.heard("INSERT 1", "INSERT 2", "INSERT 3");
            await().atMost(PATIENCE).until(() -> events.state().isRunning());
            assertThat(recorder.gaps).isEmpty();
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aNetworkThatSaysNothingIsNoticed(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder();
        try (CutProxy network = CutProxy.inFrontOf(database);
                RowEvents events = recorder.open(database, through(network), "t")) {
            network.freezeAll();
            database.execute("INSERT INTO t VALUES (1)");
            // Five heartbeats are missing: the connection is made again, past the frozen one.
            recorder.heard("INSERT 1");
            await().atMost(PATIENCE).until(() -> events.state().isRunning());
            assertThat(recorder.gaps).isEmpty();
        }
    }

    @EachServer(
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4},
            sharing = Sharing.DEDICATED,
            options = "--binlog-format=ROW")
    void goesOnAfterTheServerWasKilled(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute("INSERT INTO t VALUES (1)");
            recorder.heard("INSERT 1");
            database.server().kill();
            await().atMost(PATIENCE).until(() -> events.state() instanceof StreamState.Behind);
            database.server().restart();
            database.execute("INSERT INTO t VALUES (2)");
            recorder.heard("INSERT 1", "INSERT 2");
            await().atMost(PATIENCE).until(() -> events.state().isRunning());
            assertThat(recorder.gaps).isEmpty();
        }
    }

    @EachServer(
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4},
            sharing = Sharing.DEDICATED,
            options = "--binlog-format=ROW")
    void saysWhenItsPlaceInTheLogIsGone(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder();
        try (CutProxy network = CutProxy.inFrontOf(database);
                RowEvents events = recorder.open(database, through(network), "t")) {
            network.partition();
            await().atMost(PATIENCE).until(() -> events.state() instanceof StreamState.Behind);
            database.execute(
                    "INSERT INTO t VALUES (1)",
                    database.isMariaDb() ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS",
                    "FLUSH BINARY LOGS");
            network.restore();
            await().atMost(PATIENCE).until(() -> !recorder.gaps.isEmpty());
            assertThat(recorder.gaps.get(0).reason()).contains("the place in the log was lost");
            await().atMost(PATIENCE).until(() -> events.state().isRunning());
            database.execute("INSERT INTO t VALUES (2)");
            recorder.heard("INSERT 2");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysWhenItsAccountMayNotReadAnyMore(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        String user = "l" + database.schema().substring(database.schema().length() - 8);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pass-Word-1'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + user + "'@'%'");
        Recorder recorder = new Recorder();
        try (CutProxy network = CutProxy.inFrontOf(database);
                RowEvents events = recorder.open(
                        database,
                        new LogAddress("127.0.0.1", network.port(), user, "pass-Word-1", TlsMode.DISABLED),
                        "t")) {
            database.execute("REVOKE REPLICATION SLAVE ON *.* FROM '" + user + "'@'%'");
            network.cutAll();
            await().atMost(PATIENCE).until(() -> events.state() instanceof StreamState.Lost);
            assertThat(events.state().toString()).contains("GRANT REPLICATION SLAVE");
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void aListenerThatFailsIsToldAndDoesNotEndTheStream(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder() {
            @Override
            public void changed(RowChange change) {
                super.changed(change);
                if (change.key().toString().equals("1")) {
                    throw new IllegalStateException("no room");
                }
            }
        };
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)");
            recorder.heard("INSERT 1", "INSERT 2");
            assertThat(recorder.gaps).singleElement().asString().contains("no room");
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void closesWhileTheServerCannotBeReached(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            RowEvents events = new Recorder().open(database, through(network), "t");
            network.partition();
            await().atMost(PATIENCE).until(() -> events.state() instanceof StreamState.Behind);
            events.close();
            events.close();
            assertThat(events.state()).isEqualTo(new StreamState.Closed());
        } // and the extension looks for threads
    }
}
