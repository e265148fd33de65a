package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@link CommitForm#APART} is COMMIT in all but its words: what it leaves, what it costs, and what is made of its failures. */
@EachServer(drivers = Drivers.BOTH)
final class CommitFormTest {
    private static final String APART = "COMMIT AND NO CHAIN";

    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void createsARow(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL, owner VARCHAR(10) NOT NULL)",
                "INSERT INTO t VALUES (1, 0, '')");
    }

    @Test
    void theSessionIsLeftAsByCommitAndNothingMoreIsSent(TestDatabase database) throws SQLException {
        List<Long> questions = new ArrayList<>();
        for (CommitForm form : CommitForm.values()) {
            for (boolean autocommit : List.of(true, false)) {
                try (PoolOfOne pool = new PoolOfOne(database)) {
                    pool.physical().setAutoCommit(autocommit);
                    long before = pool.questions();
                    add(Transactions.of(pool).commits(form));
                    questions.add(pool.questions() - before);
                    assertThat(pool.physical().getAutoCommit()).isEqualTo(autocommit);
                    assertThat(one(pool.physical(), "SELECT @@autocommit")).isEqualTo(autocommit ? "1" : "0");
                    // A transaction that were open still would refuse the next one's level with error 1568.
                    add(Transactions.of(pool).commits(form));
                }
            }
        }
        assertThat(questions.subList(0, 2)).isEqualTo(questions.subList(2, 4));
        assertThat(database.number("SELECT v FROM t")).isEqualTo(8);
    }

    /** An account, or a server, may have every COMMIT begin another transaction: its snapshot would stay open in the pool. */
    @Test
    void noTransactionIsChainedWhateverTheSessionsCompletionTypeIs(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            try (Statement statement = pool.physical().createStatement()) {
                statement.execute("SET SESSION completion_type = 'CHAIN'");
            }
            add(Transactions.of(pool).commits(CommitForm.APART));
            add(Transactions.of(pool).commits(CommitForm.APART));
        }
        assertThat(database.number("SELECT v FROM t")).isEqualTo(2);
    }

    @Test
    void aLostAnswerIsReadBack(TestDatabase database) {
        for (Moment moment : Moment.values()) {
            database.execute("UPDATE t SET owner = ''");
            runs.set(0);
            try (CutProxy network = CutProxy.inFrontOf(database)) {
                Tripwire lost = network.cut(moment, APART);
                assertThat(take(Connections.through(network, database), CommitFormTest::whoseIsIt))
                        .isEqualTo("mine");
                assertThat(lost.happened()).isTrue();
            }
            assertThat(runs).hasValue(moment == Moment.AFTER_THE_ANSWER ? 1 : 2);
            assertThat(database.column("SELECT owner FROM t")).containsExactly("mine");
        }
    }

    @Test
    void aLostAnswerThatCannotBeReadBackIsUnknown(TestDatabase database) {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            network.cut(Moment.AFTER_THE_ANSWER, APART);
            assertThatThrownBy(() -> take(Connections.through(network, database), ReadBack.impossible()))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.failure()).isEqualTo(Failure.COMMIT_UNKNOWN));
        }
        assertThat(runs).hasValue(1);
    }

    /** A cluster may refuse a transaction at its COMMIT; the session is the pool's still, rolled back. */
    @Test
    void aRefusedOneIsRolledBackAndTheTransactionRunAgain(TestDatabase database) {
        for (int number : List.of(1213, 1205, 3101)) {
            database.execute("UPDATE t SET owner = '', v = 0");
            runs.set(0);
            AtomicInteger refused = new AtomicInteger();
            List<String> after = new ArrayList<>();
            Connections refusing = Connections.to(database).watched((statement, connection) -> {
                if (statement.sql().equals(APART) && refused.incrementAndGet() == 1) {
                    throw new SQLException("refused by the test", "40001", number);
                } else if (refused.get() == 1) {
                    after.add(statement.sql());
                }
            });
            assertThat(take(refusing, ReadBack.impossible())).isEqualTo("mine");
            assertThat(runs).as("error %d", number).hasValue(2);
            assertThat(after.get(0)).isEqualTo("ROLLBACK");
            assertThat(database.number("SELECT v FROM t")).isEqualTo(1);
        }
    }

    private String take(Connections connections, ReadBack<String> readBack) {
        return Transactions.of(connections)
                .commits(CommitForm.APART)
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> {
                            runs.incrementAndGet();
                            execute(connection, "UPDATE t SET owner = 'mine', v = v + 1 WHERE id = 1");
                            return "mine";
                        },
                        readBack);
    }

    private static void add(Transactions transactions) {
        transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1"));
    }

    private static CommitVerdict whoseIsIt(Connection connection, String mine) throws SQLException {
        return one(connection, "SELECT owner FROM t WHERE id = 1 FOR UPDATE").equals(mine)
                ? CommitVerdict.COMMITTED
                : CommitVerdict.NOT_COMMITTED;
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static String one(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
