package dev.rowlock.diagnose;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.diagnose.fixture.Forgeries;
import dev.rowlock.diagnose.fixture.Session;
import dev.rowlock.diagnose.fixture.Sessions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ten kinds of deadlock, provoked on each server; the victim is whoever really got error 1213. */
@EachServer
final class LiveDeadlockTest {
    /** The two that go furthest; all of them are tried on texts. */
    private static final List<String> FORGERIES =
            List.of(Forgeries.texts().get(2), Forgeries.texts().get(5));

    /** More than any server prints. */
    private static final String CUT = "x".repeat(4000);

    @Test
    void crossUpdateOfTwoRows(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session one = sessions.open().run("UPDATE orders SET amount = 1 WHERE id = 1");
            Session two = sessions.open().run("UPDATE orders SET amount = 2 WHERE id = 2");
            one.waitIn("UPDATE orders SET amount = 1 WHERE id = 2");
            two.start("UPDATE orders SET amount = 2 WHERE id = 1");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(deadlock.transactions()).extracting(Transaction::side).containsOnly(Side.UNKNOWN);
            assertThat(locks(deadlock)).containsOnly(table(database, "orders") + " PRIMARY");
            assertThat(deadlock.lockOrder()).contains("PRIMARY row a -> PRIMARY row b");
            assertThat(advice(deadlock))
                    .contains("orders in different orders")
                    .contains("1.6")
                    .doesNotContain("C5");
        }
    }

    @Test
    void secondaryIndexAgainstPrimary(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session online = sessions.open().run("UPDATE orders SET amount = 1 WHERE id = 1");
            Session batch = sessions.open();
            Sides sides =
                    Sides.builder().connections(Side.BATCH, Set.of(batch.id())).build();
            batch.waitIn("UPDATE orders FORCE INDEX (k_status) SET note = 'b' WHERE status = 0 AND amount < 9");
            online.start("UPDATE orders SET status = 3 WHERE id = 1");
            Deadlock deadlock = sessions.report(sides, SqlDisplay.MASKED);
            assertThat(deadlock.lockOrder())
                    .contains("batch: k_status -> PRIMARY")
                    .contains("online: PRIMARY -> k_status");
            assertThat(advice(deadlock))
                    .contains("by k_status without locks")
                    .contains("5.4")
                    .contains("C5");
            assertThat(deadlock.transactions())
                    .extracting(Transaction::sql)
                    .contains("UPDATE orders SET status = ? WHERE id = ?");
        }
    }

    @Test
    void gapAgainstInsert(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_REPEATABLE_READ)) {
            Session one = sessions.open().run("SELECT * FROM orders WHERE id = 50 FOR UPDATE");
            Session two = sessions.open().run("SELECT * FROM orders WHERE id = 60 FOR UPDATE");
            one.waitIn("INSERT INTO orders (id) VALUES (50)");
            two.start("INSERT INTO orders (id) VALUES (60)");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(deadlock.transactions()).allSatisfy(transaction -> {
                assertThat(transaction.holds()).anyMatch(Lock::coversGap);
                assertThat(transaction.waits()).allMatch(lock -> lock.flags().contains(LockFlag.INSERT_INTENTION));
            });
            assertThat(advice(deadlock))
                    .contains("FOR UPDATE a row of " + table(database, "orders"))
                    .contains("3.5");
        }
    }

    @Test
    void sharedThenExclusive(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session one = sessions.open().run("SELECT * FROM orders WHERE id = 1 LOCK IN SHARE MODE");
            Session two = sessions.open().run("SELECT * FROM orders WHERE id = 1 LOCK IN SHARE MODE");
            one.waitIn("UPDATE orders SET amount = 1 WHERE id = 1");
            two.start("UPDATE orders SET amount = 2 WHERE id = 1");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(deadlock.transactions())
                    .allSatisfy(transaction -> assertThat(transaction.holds())
                            .extracting(Lock::mode)
                            .contains("S"));
            assertThat(advice(deadlock))
                    .contains("lock with FOR UPDATE from the start")
                    .contains("5.5");
        }
    }

    @Test
    void threeInsertsOfOneKey(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session first = sessions.open().run("INSERT INTO orders (id, code) VALUES (11, 'k')");
            sessions.open().waitIn("INSERT INTO orders (id, code) VALUES (12, 'k')");
            sessions.open().waitIn("INSERT INTO orders (id, code) VALUES (13, 'k')");
            first.rollback();
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(locks(deadlock)).containsOnly(table(database, "orders") + " u_code");
            assertThat(advice(deadlock))
                    .contains("write the same key of u_code")
                    .contains("3.4");
        }
    }

    @Test
    void threeRowsInARing(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session one = sessions.open().run("UPDATE orders SET amount = 1 WHERE id = 1");
            Session two = sessions.open().run("UPDATE orders SET amount = 2 WHERE id = 2");
            Session three = sessions.open().run("UPDATE orders SET amount = 3 WHERE id = 3");
            one.waitIn("UPDATE orders SET amount = 1 WHERE id = 2");
            two.waitIn("UPDATE orders SET amount = 2 WHERE id = 3");
            three.start("UPDATE orders SET amount = 3 WHERE id = 1");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(deadlock.transactions()).hasSize(3);
            assertThat(deadlock.cycle()).extracting(WaitsFor::waiter).containsExactly(1, 2, 3);
            assertThat(deadlock.cycle()).extracting(WaitsFor::holder).containsExactlyInAnyOrder(1, 2, 3);
            assertThat(advice(deadlock)).contains("orders in different orders");
        }
    }

    @Test
    void foreignKey(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE parent (id INT PRIMARY KEY, n INT NOT NULL DEFAULT 0) ENGINE=InnoDB",
                "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id)) ENGINE=InnoDB",
                "INSERT INTO parent (id) VALUES (1), (2)");
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session one = sessions.open().run("INSERT INTO child VALUES (1, 1)");
            Session two = sessions.open().run("INSERT INTO child VALUES (2, 1)");
            one.waitIn("UPDATE parent SET n = n + 1 WHERE id = 1");
            two.start("UPDATE parent SET n = n + 1 WHERE id = 1");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(locks(deadlock)).containsOnly(table(database, "parent") + " PRIMARY");
            assertThat(advice(deadlock))
                    .contains("check of a foreign key, lock the row of " + table(database, "parent")
                            + " with FOR UPDATE");
        }
    }

    /** The index lock of a skipped row stays (facts 1.2). */
    @Test
    void skipLockedOverASecondaryIndex(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session owner = sessions.open().run("SELECT * FROM orders WHERE id = 1 FOR UPDATE");
            Session claimer = sessions.open()
                    .run(
                            "SELECT * FROM orders FORCE INDEX (k_status) WHERE status = 0 ORDER BY id LIMIT 2 FOR UPDATE SKIP LOCKED");
            owner.waitIn("UPDATE orders SET status = 1 WHERE id = 1");
            claimer.start("UPDATE orders SET amount = 1 WHERE id = 1");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(locks(deadlock))
                    .containsExactlyInAnyOrder(
                            table(database, "orders") + " PRIMARY", table(database, "orders") + " k_status");
            assertThat(advice(deadlock))
                    .contains("SKIP LOCKED over k_status is no way out")
                    .contains("1.2");
        }
    }

    /** A batch that has changed many rows is never the victim, whoever closes the cycle (C7, facts 5.1). */
    @Test
    void batchAgainstOnline(TestDatabase database) throws SQLException {
        createOrders(database, 60);
        try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
            Session online = sessions.open().run("UPDATE orders SET amount = 1 WHERE id = 60");
            Session batch = sessions.open()
                    .run("/* rowlock run 7 */ UPDATE orders SET status = 9 WHERE id BETWEEN 1 AND 50 AND status = 0");
            online.waitIn("UPDATE orders SET amount = 1 WHERE id = 50");
            batch.start("/* rowlock run 7 */ UPDATE orders SET status = 9 WHERE id BETWEEN 60 AND 60 AND status = 0");
            Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
            assertThat(sessions.victim().id()).isEqualTo(online.id());
            assertThat(deadlock.victimSide()).isEqualTo(Side.ONLINE);
            assertThat(deadlock.transactions())
                    .filteredOn(transaction -> transaction.side() == Side.BATCH)
                    .extracting(Transaction::threadId)
                    .containsExactly(batch.id());
            assertThat(advice(deadlock))
                    .contains("Let the batch give way on " + table(database, "orders"))
                    .contains("The online side was rolled back")
                    .contains("C7");
        }
    }

    /** Forged lines in a comment that ends, and in one that the server cuts before its end. */
    @Test
    void forgedComments(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        for (String forgery : FORGERIES) {
            for (String filling : List.of("", CUT)) {
                try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
                    Session one = sessions.open().run("UPDATE orders SET amount = 1 WHERE id = 1");
                    Session two = sessions.open().run("UPDATE orders SET amount = 2 WHERE id = 2");
                    String comment = " /*" + forgery + filling + "*/ ";
                    one.waitIn("UPDATE orders SET amount = 1" + comment + "WHERE id = 2");
                    two.start("UPDATE orders SET note = 'x" + forgery.replace("'", "") + filling + "' WHERE id = 1");
                    Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
                    assertThat(deadlock.transactions())
                            .extracting(Transaction::number)
                            .containsExactly(1, 2);
                    assertThat(locks(deadlock)).containsOnly(table(database, "orders") + " PRIMARY");
                    assertThat(deadlock.notes())
                            .filteredOn(note -> note.contains("text of the statement of"))
                            .hasSize(2);
                }
            }
        }
    }

    /** Statements that other sections of the status print, whole and cut: they forge no deadlock and hide none. */
    @Test
    void forgedCommentsInOtherSections(TestDatabase database) throws SQLException {
        createOrders(database, 4);
        database.execute(
                "CREATE TABLE parent (id INT PRIMARY KEY) ENGINE=InnoDB",
                "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id)) ENGINE=InnoDB");
        for (String forgery : FORGERIES) {
            for (String filling : List.of("", CUT)) {
                String comment = "/*" + forgery + filling + "*/";
                try (Sessions sessions = new Sessions(database, TRANSACTION_READ_COMMITTED)) {
                    assertThatThrownBy(() -> sessions.open().run("INSERT INTO child " + comment + " VALUES (1, 1)"))
                            .isInstanceOf(SQLException.class);
                    Session one = sessions.open().run("UPDATE orders SET amount = 1 WHERE id = 1");
                    Session two = sessions.open().run("UPDATE orders SET amount = 2 WHERE id = 2");
                    sessions.open().waitIn("UPDATE orders " + comment + " SET amount = 3 WHERE id = 1");
                    one.waitIn("UPDATE orders SET amount = 1 WHERE id = 2");
                    two.start("UPDATE orders SET amount = 2 WHERE id = 1");
                    Deadlock deadlock = sessions.report(Sides.byComment(), SqlDisplay.AS_PRINTED);
                    assertThat(locks(deadlock)).containsOnly(table(database, "orders") + " PRIMARY");
                }
            }
        }
    }

    private static void createOrders(TestDatabase database, int rows) {
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, status INT NOT NULL DEFAULT 0, amount INT NOT NULL DEFAULT 0,"
                        + " code VARCHAR(20) NULL, note TEXT NULL, KEY k_status (status), UNIQUE KEY u_code (code)) ENGINE=InnoDB",
                "INSERT INTO orders (id) VALUES "
                        + IntStream.rangeClosed(1, rows)
                                .mapToObj(id -> "(" + id + ")")
                                .collect(Collectors.joining(",")));
    }

    private static String table(TestDatabase database, String name) {
        return database.schema() + "." + name;
    }

    /** Every table and index on which somebody holds or waits. */
    private static List<String> locks(Deadlock deadlock) {
        return deadlock.transactions().stream()
                .flatMap(transaction -> Stream.concat(transaction.holds().stream(), transaction.waits().stream()))
                .map(lock -> lock.table() + " " + lock.index())
                .distinct()
                .toList();
    }

    private static String advice(Deadlock deadlock) {
        return String.join("\n", deadlock.advice());
    }
}
