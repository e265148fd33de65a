package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.cli.fixture.Batch;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What cannot be done is told in one line with an exit code, and nothing is half done. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class BatchBadInputTest {
    private static final String PASSWORD = "pass-Word-1";

    private static CommandRun counting(TestDatabase database, String... more) {
        return CommandRun.run(Map.of("ROWLOCK_URL", database.url()), Batch.counting("run", more));
    }

    @Test
    void wordsThatCannotBeReadAreWrongUsage(TestDatabase database) {
        Batch.orders(database, 9);
        counting(database, "--window", "late").endedWith(2).saying("cannot read the window late", "02:00-04:00");
        counting(database, "--window", "02:00-04:00 Europe/Nowhere")
                .endedWith(2)
                .saying("Europe/Nowhere");
        counting(database, "--at-window-end", "stop").endedWith(2).saying("--window");
        counting(database, "--rate", "fast").endedWith(2).saying("cannot read the rate fast", "auto");
        counting(database, "--guard", "deadlocks").endedWith(2).saying("cannot read the guard deadlocks");
        counting(database, "--guard", "tides < 1").endedWith(2).saying("no guard named tides");
        counting(database, "--guard", "timer:checkout < 20ms")
                .endedWith(2)
                .saying("the guard timer checkout", "Batches.timers", "http");
        counting(database, "--guard", "deadlocks < few").endedWith(2).saying("cannot read the limit");
        counting(database, "--shards", "many").endedWith(2).saying("many");
        counting(database, "--shards", "0").endedWith(2).saying("0 shards");
        counting(database, "--chunk-rows", "0").endedWith(2).saying("a chunk of 0 rows");
        counting(database, "--chunk-time", "1h").endedWith(2).saying("1 ms to 1 s");
        counting(database, "--delete").endedWith(2).saying("one thing");
        counting(database, "--param", "x=1").endedWith(2).saying("nothing uses the parameter x");
        counting(database, "--param", "x").endedWith(2);
        counting(database, "--threads", "99").endedWith(2).saying("99 threads");
        counting(database, "--lease", "1ms").endedWith(2).saying("lease");
        counting(database, "--plan", "/no/such.yaml").endedWith(2).saying("/no/such.yaml");
        counting(database, "--join", "1").endedWith(2).saying("--join alone");
        Batch.run(database, "run").endedWith(2).saying("what to do with the rows");
        Batch.run(database, "run", "--table", "orders", "--delete").endedWith(2).saying("has no where");
        Batch.run(database, "run", "--join", "7").endedWith(2).saying("there is no batch run 7");
        Batch.run(database, "pause", "7").endedWith(2).saying("there is no batch run 7");
        Batch.run(database, "status", "x").endedWith(2);
        Batch.run(database, "rate", "7", "fast").endedWith(2).saying("cannot read the rate");
        assertThat(database.column("SHOW TABLES")).containsExactly("orders");
        assertThat(database.number("SELECT SUM(n) FROM orders")).isZero();
    }

    @Test
    void aPlanForAnotherTableThanThisIsRefused(TestDatabase database) {
        Batch.orders(database, 9);
        Batch.run(database, "run", "--table", "nowhere", "--where", "TRUE", "--delete")
                .endedWith(2)
                .saying("there is no table nowhere");
        Batch.run(database, "run", "--table", "orders", "--where", "colour = 1", "--delete")
                .endedWith(2)
                .saying("colour", "error 1054");
        Batch.run(database, "run", "--table", "orders", "--where", "n > 0", "--set", "id = 1")
                .endedWith(2)
                .saying("primary key");
        assertThat(database.column("SHOW TABLES")).containsExactly("orders");
    }

    @Test
    void aServerThatIsNotThereIsExitCodeThree(TestDatabase database) {
        CommandRun.run(Map.of("ROWLOCK_URL", "jdbc:mariadb://127.0.0.1:1/shop"), Batch.counting("run"))
                .endedWith(3);
        CommandRun.run(Map.of("ROWLOCK_URL", "jdbc:mariadb://127.0.0.1:1/shop"), "batch", "status")
                .endedWith(3);
    }

    @Test
    void rightsThatAreMissingAreToldWithTheirGrant(TestDatabase database) {
        Batch.orders(database, 9);
        String schema = database.schema();
        String user = "batch_" + Integer.toHexString(schema.hashCode());
        String account = "'" + user + "'@'%'";
        database.execute(
                "CREATE USER " + account + " IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT SELECT ON `" + schema + "`.orders TO " + account);
        Map<String, String> poor = Map.of(
                "ROWLOCK_URL",
                database.url().replaceAll("([?&])(user|password)=[^&]*&?", "$1"),
                "ROWLOCK_USER",
                user,
                "ROWLOCK_PASSWORD",
                PASSWORD);
        try {
            CommandRun.run(poor, Batch.counting("run"))
                    .endedWith(2)
                    .saying("GRANT SELECT, UPDATE ON `" + schema + "`.`orders` TO '" + user);
            database.execute("GRANT UPDATE ON `" + schema + "`.orders TO " + account);
            assertThat(CommandRun.run(poor, Batch.counting("plan", "--collisions", "0"))
                            .endedWith(1)
                            .out())
                    .contains("Stands in the way")
                    .contains("GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON `" + schema + "`.* TO '" + user)
                    .contains("--schema-for-tables");
            CommandRun.run(poor, Batch.counting("run")).endedWith(2).saying("CREATE", "denied", "GRANT");
            assertThat(database.column("SHOW TABLES")).containsExactly("orders");
            assertThat(database.number("SELECT SUM(n) FROM orders")).isZero();
            database.execute("GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON `" + schema + "`.* TO " + account);
            CommandRun.run(poor, Batch.counting("run")).endedWith(0);
            assertThat(database.number("SELECT SUM(n) FROM orders")).isEqualTo(6);
        } finally {
            database.execute("DROP USER " + account);
        }
    }

    @Test
    void ownTablesMayBeInAnotherSchema(TestDatabase database) {
        Batch.orders(database, 9);
        String other = database.schema() + "_own";
        database.execute("CREATE DATABASE `" + other + "`");
        try {
            counting(database, "--schema-for-tables", other).endedWith(0);
            assertThat(database.column("SHOW TABLES")).containsExactly("orders");
            assertThat(Batch.run(database, "status", "--schema-for-tables", other)
                            .endedWith(0)
                            .out())
                    .contains("done");
            assertThat(Batch.run(database, "status").endedWith(0).out()).contains("no batch has run here");
        } finally {
            database.execute("DROP DATABASE `" + other + "`");
        }
    }
}
