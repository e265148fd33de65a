package dev.rowlock.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What cannot work is refused with one message that says what mends it; nothing changes, and no trace is shown. */
final class BadInputTest {
    /** Everything a table or a command line can get wrong. */
    @EachServer
    static final class Tables {
        private static void refused(TestDatabase database, String table, String... parts) {
            for (String command : new String[] {"check", "claim", "reclaim"}) {
                CommandRun.table(database, command, table).endedWith(2).saying(parts);
            }
            CommandRun.table(database, "work", table, "--noop", "--until-empty")
                    .endedWith(2)
                    .saying(parts);
            CommandRun.table(database, "complete", table, "--key", "1")
                    .endedWith(2)
                    .saying(parts);
        }

        @Test
        void unknownTable(TestDatabase database) {
            refused(database, "nosuch", "nosuch");
            refused(database, "nosuchschema.jobs", "nosuchschema");
        }

        @Test
        void unknownColumn(TestDatabase database) {
            Queues.jobs(database, 1);
            String before = Queues.contents(database);
            CommandRun.table(database, "claim", "jobs", "--lease-column", "until")
                    .endedWith(2)
                    .saying("until", "lease_until", "available_at");
            assertThat(Queues.contents(database)).isEqualTo(before);
        }

        @Test
        void view(TestDatabase database) {
            Queues.jobs(database, 1);
            database.execute("CREATE VIEW some AS SELECT * FROM jobs");
            refused(database, "some", "view");
        }

        @Test
        void withoutRowLocks(TestDatabase database) {
            database.execute("CREATE TABLE old (id INT PRIMARY KEY, status VARCHAR(20)) ENGINE = MyISAM");
            CommandRun run =
                    CommandRun.table(database, "claim", "old").endedWith(2).saying("MyISAM", "ENGINE = InnoDB");
            assertThat(run.error()).contains("ALTER TABLE");
        }

        @Test
        void withoutPrimaryKey(TestDatabase database) {
            database.execute("CREATE TABLE bare (id INT, status VARCHAR(20)) ENGINE = InnoDB");
            CommandRun.table(database, "claim", "bare").endedWith(2).saying("primary key", "ALTER TABLE");
        }

        @Test
        void withoutIndex(TestDatabase database) {
            database.execute(
                    "CREATE TABLE slow (id INT PRIMARY KEY, status VARCHAR(20) NOT NULL) ENGINE = InnoDB",
                    "INSERT INTO slow VALUES (1, 'ready')");
            CommandRun.table(database, "claim", "slow").endedWith(2).saying("CREATE INDEX");
            CommandRun.table(database, "claim", "slow", "--scan").endedWith(0);
        }

        @Test
        void statusValueThatDoesNotFit(TestDatabase database) {
            Queues.jobs(database, 1);
            String before = Queues.contents(database);
            CommandRun.table(database, "claim", "jobs", "--processing", "rather more than twenty characters")
                    .endedWith(2)
                    .saying("varchar(20)");
            CommandRun.table(database, "claim", "jobs", "--done", "ready")
                    .endedWith(2)
                    .saying("differ");
            assertThat(Queues.contents(database)).isEqualTo(before);
        }

        @Test
        void namesWithQuotesBackticksAndSpacesWork(TestDatabase database) {
            database.execute(
                    "CREATE TABLE `it's a \"to do\" list` (`the ``key``` INT PRIMARY KEY, `st'ate` VARCHAR(20),"
                            + " `none` INT, KEY `i x` (`st'ate`, `the ``key```)) ENGINE = InnoDB");
            database.execute("INSERT INTO `it's a \"to do\" list` VALUES (1, 'ready', 0)");
            CommandRun.table(
                            database,
                            "claim",
                            "it's a \"to do\" list",
                            "--status-column",
                            "st'ate",
                            "--attempts-column",
                            "`none`")
                    .endedWith(0);
            assertThat(database.column("SELECT `st'ate` FROM `it's a \"to do\" list`"))
                    .containsExactly("processing");
        }

        @Test
        void commandLinesThatMakeNoSense(TestDatabase database) {
            Queues.jobs(database, 1);
            String before = Queues.contents(database);
            CommandRun.table(database, "claim", "jobs", "--limit", "0")
                    .endedWith(2)
                    .saying("1 to 10000");
            CommandRun.table(database, "claim", "jobs", "--limit", "x")
                    .endedWith(2)
                    .saying("--limit");
            CommandRun.table(database, "claim", "jobs", "--lease", "soon")
                    .endedWith(2)
                    .saying("duration");
            CommandRun.table(database, "claim", "jobs", "--lease", "1ms")
                    .endedWith(2)
                    .saying("1 s");
            CommandRun.table(database, "claim", "jobs", "--limit", "1", "--key", "1")
                    .endedWith(2)
                    .saying("--key");
            CommandRun.table(database, "claim", "jobs", "--key", "one")
                    .endedWith(2)
                    .saying("one");
            CommandRun.table(database, "claim").endedWith(2).saying("TABLE");
            CommandRun.table(database, "claim", "a.b.c").endedWith(2).saying("backticks");
            CommandRun.table(database, "work", "jobs").endedWith(2).saying("--exec", "--noop");
            CommandRun.table(database, "work", "jobs", "--noop", "--batch", "0")
                    .endedWith(2)
                    .saying("batch");
            CommandRun.table(database, "clam", "jobs").endedWith(2).saying("claim");
            CommandRun run = CommandRun.table(database, "claim", "jobs", "--bogus", "--json")
                    .endedWith(2);
            assertThat(run.error()).startsWith("{\"error\":{\"code\":\"usage\",\"message\":");
            assertThat(Queues.contents(database)).isEqualTo(before);
        }
    }

    /** Who may not, and where nobody answers. */
    @EachServer
    static final class Accounts {
        @AfterEach
        void drop(TestDatabase database) {
            database.execute("DROP USER IF EXISTS " + account(database));
        }

        private static String account(TestDatabase database) {
            return "'" + database.schema() + "'@'localhost'";
        }

        private static void create(TestDatabase database, String rights) {
            database.execute(
                    "CREATE USER " + account(database) + " IDENTIFIED BY 'it''s secret'",
                    "GRANT " + rights + " ON `" + database.schema() + "`.* TO " + account(database));
        }

        private static CommandRun as(TestDatabase database, String password, String... arguments) {
            return CommandRun.run(
                    Map.of(
                            "ROWLOCK_URL",
                            "jdbc:mariadb://127.0.0.1:" + database.port() + "/" + database.schema(),
                            "ROWLOCK_USER",
                            database.schema(),
                            "ROWLOCK_PASSWORD",
                            password),
                    arguments);
        }

        @Test
        void aMissingRightIsNamedWithTheGrant(TestDatabase database) {
            Queues.jobs(database, 1);
            create(database, "SELECT");
            String before = Queues.contents(database);
            CommandRun run =
                    as(database, "it's secret", "table", "claim", "jobs").endedWith(2);
            assertThat(run.error())
                    .contains("GRANT SELECT, UPDATE ON `" + database.schema() + "`.`jobs` TO '" + database.schema()
                            + "'");
            as(database, "it's secret", "table", "work", "jobs", "--noop", "--until-empty")
                    .endedWith(2)
                    .saying("GRANT");
            assertThat(Queues.contents(database)).isEqualTo(before);
        }

        @Test
        void aWrongPasswordIsTold(TestDatabase database) {
            Queues.jobs(database, 1);
            create(database, "SELECT, UPDATE");
            as(database, "wrong", "table", "claim", "jobs").endedWith(2).saying("Access denied", "password");
            as(database, "it's secret", "table", "claim", "jobs").endedWith(0);
        }

        @Test
        void anUnknownSchemaIsTold(TestDatabase database) {
            String url = database.url().replace(database.schema(), "no_such_schema_here");
            CommandRun.run(Map.of("ROWLOCK_URL", url), "table", "claim", "jobs")
                    .endedWith(2)
                    .saying("no_such_schema_here");
        }

        @Test
        void aServerThatIsDownIsExitCodeThreeAtOnce(TestDatabase database) throws IOException {
            int port;
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = socket.getLocalPort();
            }
            long start = System.nanoTime();
            for (Driver driver : Driver.values()) {
                CommandRun.run(
                                Map.of("ROWLOCK_URL", driver.scheme() + "//127.0.0.1:" + port + "/shop"),
                                "table",
                                "claim",
                                "jobs")
                        .endedWith(3)
                        .saying("host and port");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }

        @Test
        void aServerThatDoesNotAnswerIsExitCodeThree(TestDatabase database) throws IOException {
            try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                String url = "jdbc:mariadb://127.0.0.1:" + silent.getLocalPort() + "/shop?socketTimeout=1500";
                CommandRun.run(Map.of("ROWLOCK_URL", url), "table", "claim", "jobs")
                        .endedWith(3);
            }
        }

        @Test
        void noServerAtAllIsWrongUsage(TestDatabase database) {
            CommandRun.run(Map.of(), "table", "claim", "jobs").endedWith(2).saying("--url", "ROWLOCK_URL");
            CommandRun.run(Map.of("ROWLOCK_URL", "jdbc:postgresql://127.0.0.1/x"), "table", "claim", "jobs")
                    .endedWith(2)
                    .saying("jdbc:mysql:");
            CommandRun.run(
                            Map.of(),
                            "table",
                            "claim",
                            "jobs",
                            "--url",
                            "jdbc:mysql://h/x",
                            "--password-file",
                            "/no/such")
                    .endedWith(2)
                    .saying("/no/such");
        }
    }

    /** A server that takes no writes. */
    static final class ReadOnly {
        @EachServer(sharing = Sharing.DEDICATED)
        void isToldAndNothingChanges(TestDatabase database) {
            Queues.jobs(database, 1);
            database.execute(
                    "CREATE USER app@localhost IDENTIFIED BY 'x'",
                    "GRANT SELECT, UPDATE ON `" + database.schema() + "`.* TO app@localhost",
                    "SET GLOBAL read_only = 1");
            String before = Queues.contents(database);
            Map<String, String> environment = Map.of(
                    "ROWLOCK_URL",
                    "jdbc:mariadb://127.0.0.1:" + database.port() + "/" + database.schema(),
                    "ROWLOCK_USER",
                    "app",
                    "ROWLOCK_PASSWORD",
                    "x");
            CommandRun.run(environment, "table", "claim", "jobs").endedWith(2).saying("read", "primary");
            CommandRun.run(environment, "table", "work", "jobs", "--noop", "--until-empty")
                    .endedWith(2)
                    .saying("read", "primary");
            database.execute("SET GLOBAL read_only = 0");
            assertThat(Queues.contents(database)).isEqualTo(before);
        }
    }
}
