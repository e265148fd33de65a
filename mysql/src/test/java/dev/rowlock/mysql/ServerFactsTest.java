package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@link ServerFacts} read, beside what the server says when asked one by one. */
@EachServer(drivers = Drivers.BOTH)
final class ServerFactsTest {
    private static final Duration SECONDS = Duration.ofSeconds(5);

    @Test
    void theFactsAreWhatTheServerSays(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            ServerFacts facts = read(client);

            assertThat(facts.family()).isEqualTo(database.isMariaDb() ? ServerFamily.MARIADB : ServerFamily.MYSQL);
            assertThat(facts.version().text()).isEqualTo(one(client, "@@version"));
            assertThat(facts.isolation()).isEqualTo("READ-COMMITTED");
            assertThat(facts.binaryLog()).isEqualTo(one(client, "@@log_bin").equals("1"));
            assertThat(facts.binaryLogFormat()).isEqualTo(one(client, "@@binlog_format"));
            assertThat(facts.maxAllowedPacket()).isEqualTo(Long.parseLong(one(client, "@@max_allowed_packet")));
            assertThat(facts.readOnly()).isEqualTo(one(client, "@@read_only").equals("1"));
            assertThat(facts.lockWaitTimeout())
                    .isEqualTo(Duration.ofSeconds(Long.parseLong(one(client, "@@innodb_lock_wait_timeout"))));
            assertThat(facts.deadlockDetect())
                    .isEqualTo(one(client, "@@innodb_deadlock_detect").equals("1"));
            assertThat(facts.account()).isEqualTo(one(client, "CURRENT_USER()"));
            assertThat(facts.schema()).contains(database.schema());
            assertThat(facts.connectionId()).isEqualTo(client.id());
            assertThat(facts.timeZone()).isEqualTo(one(client, "@@system_time_zone"));
            assertThat(facts.requireSupported()).isSameAs(facts);
        }
    }

    @Test
    void whatTheSessionSetForItselfIsSeen(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.SERIALIZABLE)) {
            client.runAll("SET SESSION innodb_lock_wait_timeout = 7", "SET SESSION time_zone = '+05:30'");
            ServerFacts facts = read(client);
            assertThat(facts.isolation()).isEqualTo("SERIALIZABLE");
            assertThat(facts.lockWaitTimeout()).isEqualTo(Duration.ofSeconds(7));
            assertThat(facts.timeZone()).isEqualTo("+05:30");
            assertThat(facts.clockOffset().abs()).isLessThan(SECONDS); // clocks are compared in UTC
        }
    }

    @Test
    void snapshotIsolationIsSeenWhereTheServerHasIt(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            assertThat(read(client).snapshotIsolation()).isFalse();
            client.commit();
            boolean has =
                    client.attempt("SET SESSION innodb_snapshot_isolation = ON").errorNumber() == 0;
            assertThat(has).isEqualTo(database.isMariaDb());
            assertThat(read(client).snapshotIsolation()).isEqualTo(has);
        }
    }

    /** The server's clock minus ours: a process that is ten minutes behind sees a server that is ten minutes ahead. */
    @Test
    void theClockOffsetIsTheServersClockMinusOurs(TestDatabase database) throws SQLException {
        Duration tenMinutes = Duration.ofMinutes(10);
        Clock behind = Clock.offset(Clock.systemUTC(), tenMinutes.negated());
        Clock ahead = Clock.offset(Clock.systemUTC(), tenMinutes);
        try (Connection connection = database.connect()) {
            assertThat(ServerFacts.read(connection, behind).clockOffset()).isCloseTo(tenMinutes, SECONDS);
            assertThat(ServerFacts.read(connection, ahead).clockOffset()).isCloseTo(tenMinutes.negated(), SECONDS);
            assertThat(ServerFacts.read(connection, Clock.systemUTC()).clockOffset())
                    .isCloseTo(Duration.ZERO, SECONDS);
        }
    }

    @Test
    void readingTakesThreeStatements(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            database.resetCounts();
            ServerFacts.read(connection, Clock.systemUTC());
            assertThat(database.statements()).isEqualTo(3);
        }
    }

    @Test
    void anAccountWithoutRightsCanReadThemAndHasNoSchema(TestDatabase database) throws SQLException {
        try (Account account = Account.create(database);
                Connection connection = account.connectToNoSchema()) {
            ServerFacts facts = ServerFacts.read(connection, Clock.systemUTC());
            assertThat(facts.account()).contains(database.schema());
            assertThat(facts.schema()).isEmpty();
            assertThat(facts.maxAllowedPacket()).isEqualTo(database.number("SELECT @@max_allowed_packet"));
        }
    }

    /** MariaDB prints the hash of the password among the grants; whoever logs the facts must not give it away. */
    @Test
    void theGrantsTellTheRightsAndNotThePassword(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)");
        try (Account account = Account.create(database).grant("SELECT, UPDATE (v)", "t");
                Connection connection = account.connect()) {
            List<String> grants =
                    ServerFacts.read(connection, Clock.systemUTC()).grants();
            assertThat(grants).hasSize(2);
            assertThat(grants.get(1)).matches("GRANT SELECT, UPDATE \\(`?v`?\\) ON `.*`\\.`t` TO .*");
            assertThat(grants).noneMatch(grant -> grant.matches(".*[0-9A-F]{40}.*"));
        }
    }

    private static ServerFacts read(Client client) throws SQLException {
        return ServerFacts.read(client.connection(), Clock.systemUTC());
    }

    private static String one(Client client, String expression) throws SQLException {
        return String.valueOf(client.read("SELECT " + expression).get(0));
    }
}
