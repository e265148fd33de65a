package dev.rowlock.diagnose.doctor;

import static dev.rowlock.diagnose.doctor.Severity.BLOCKS;
import static dev.rowlock.diagnose.doctor.Severity.NOTES;
import static dev.rowlock.diagnose.doctor.Severity.WARNS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** A source with a replica, and a group of one, on real servers. */
final class ReplicationTest {
    @EachServer(sharing = Sharing.DEDICATED, only = ServerKind.MYSQL_DEV, options = "--report-host=127.0.0.1")
    void findsReplicasThatAreNotThereAndThoseThatAre(TestDatabase database) throws SQLException {
        database.execute(
                "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
                "SET GLOBAL rpl_semi_sync_source_enabled = ON");
        Finding finding = Ward.one(Ward.examine(database), "semi-sync", WARNS, "10000 ms", "no replica acknowledges");
        assertThat(finding.remedy()).contains("SET GLOBAL rpl_semi_sync_source_enabled = OFF");
        database.execute("SET GLOBAL rpl_semi_sync_source_enabled = OFF");
        assertThat(Ward.examine(database).findings())
                .noneMatch(found -> found.id().equals("semi-sync") || found.id().equals("replicas"));

        try (EmbeddedServer replica = EmbeddedServer.of(ServerKind.MYSQL_DEV)
                        .options("--server-id=2", "--read-only=ON", "--super-read-only=ON")
                        .start();
                Connection connection = Objects.requireNonNull(
                        database.driver().load().connect(replica.jdbcUrl("test"), new Properties()));
                Statement statement = connection.createStatement()) {
            statement.execute("CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = " + database.port()
                    + ", SOURCE_USER = 'root', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1");
            statement.execute("START REPLICA");
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> examine(connection).findings().stream()
                            .noneMatch(found -> found.id().equals("replica-stopped")));
            Ward.one(Ward.examine(database), "replicas", NOTES, "1 sessions read the binary log", "'root' from", "ROW");
            assertThat(Ward.examine(database).findings())
                    .noneMatch(found -> found.id().startsWith("replica-"));

            DoctorReport there = examine(connection);
            Ward.one(there, "read-only", BLOCKS, "connect to the primary");
            assertThat(there.findings()).noneMatch(found -> found.id().startsWith("replica-"));
            statement.execute("STOP REPLICA SQL_THREAD");
            Ward.one(
                    examine(connection),
                    "replica-stopped",
                    WARNS,
                    "receiver Yes, applier No",
                    "127.0.0.1:" + database.port());
        }
    }

    @EachServer(sharing = Sharing.DEDICATED, only = ServerKind.MYSQL_DEV)
    void findsGroupsWhoseMembersDoNotSeeEachOthersLocks(TestDatabase database) throws IOException {
        database.execute("INSTALL PLUGIN group_replication SONAME 'group_replication.so'");
        assertThat(Ward.examine(database).findings())
                .as("a plugin alone")
                .noneMatch(found -> found.id().contains("group"));
        database.execute(
                "SET GLOBAL group_replication_group_name = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa'",
                "SET GLOBAL group_replication_local_address = '127.0.0.1:" + freePort() + "'",
                "SET GLOBAL group_replication_ip_allowlist = '127.0.0.1/32'",
                "SET GLOBAL group_replication_single_primary_mode = OFF",
                "SET GLOBAL group_replication_bootstrap_group = ON",
                "START GROUP_REPLICATION");
        DoctorReport report = Ward.examine(database);
        Ward.one(report, "cluster-local-locks", WARNS, "several primaries", "1 members", "3101");
        assertThat(report.blocksGoLive()).isFalse();
        database.execute("STOP GROUP_REPLICATION");
        Ward.one(Ward.examine(database), "group-member", BLOCKS, "is OFFLINE", "START GROUP_REPLICATION");
    }

    private static DoctorReport examine(Connection connection) {
        return Doctor.of(Connections.lending(connection), DoctorSettings.standard())
                .examine(List.of());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
