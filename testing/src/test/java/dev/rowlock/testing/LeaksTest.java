package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.rowlock.embedded.ServerKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Each leak is made for real by a small test class, and the extension has to fail it. */
final class LeaksTest {
    private static final List<Connection> LEFT = new CopyOnWriteArrayList<>();
    private static final CountDownLatch THREADS_MAY_END = new CountDownLatch(1);

    @Test
    void failsATestThatLeavesAConnectionOfItsDataSource() {
        assertThat(failures("leavesAConnection"))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message)
                        .contains("an open connection, opened at")
                        .contains("LeaksTest$Sample.leavesAConnection"));
    }

    @Test
    void failsATestThatLeavesARowLockOfItsDataSource() {
        assertThat(failures("leavesARowLock"))
                .hasSize(2)
                .allSatisfy(message -> assertThat(message)
                        .contains("an open connection, opened at")
                        .containsPattern("an open transaction with [1-9]\\d* row locks"));
    }

    @Test
    void failsATestThatLeavesARowLockBehindItsUrl() {
        assertThat(failures("leavesARowLockBehindItsUrl"))
                .hasSize(2)
                .allSatisfy(
                        message -> assertThat(message).containsPattern("an open transaction with [1-9]\\d* row locks"));
    }

    @Test
    void failsATestThatLeavesAThread() {
        try {
            assertThat(failures("leavesAThread"))
                    .singleElement()
                    .satisfies(message -> assertThat(message).contains("the thread \"forgotten\""));
        } finally {
            THREADS_MAY_END.countDown();
        }
    }

    @Test
    void addsLeaksToTheFailureOfATestThatFailedAnyway() {
        assertThat(results("leavesAConnectionAndFails")).hasSize(2).allSatisfy(result -> {
            Throwable failure = result.getThrowable().orElseThrow();
            assertThat(failure).hasMessage("the test's own failure");
            assertThat(failure.getSuppressed())
                    .singleElement()
                    .satisfies(leak -> assertThat(leak).hasMessageContaining("an open connection"));
        });
    }

    @Test
    void passesATestThatCleansUp() {
        assertThat(results("cleansUp"))
                .hasSize(2)
                .allSatisfy(result -> assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL));
    }

    @AfterEach
    void closeWhatTheSamplesLeft() throws SQLException {
        for (Connection connection : LEFT) {
            connection.abort(Runnable::run); // the extension has killed some of them
        }
        LEFT.clear();
    }

    private static List<String> failures(String method) {
        return results(method).stream()
                .map(result -> result.getThrowable().orElseThrow().getMessage())
                .toList();
    }

    private static List<TestExecutionResult> results(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Sample.class, method, TestDatabase.class))
                .execute()
                .testEvents()
                .finished()
                .map(Event::getPayload)
                .map(payload -> (TestExecutionResult) payload.orElseThrow())
                .toList();
    }

    static final class Sample {
        @EachServer(only = {ServerKind.MYSQL_8_0, ServerKind.MARIADB_SYSTEM})
        void leavesAConnection(TestDatabase database) throws SQLException {
            LEFT.add(database.connect());
        }

        @EachServer(only = {ServerKind.MYSQL_8_0, ServerKind.MARIADB_SYSTEM})
        void leavesAConnectionAndFails(TestDatabase database) throws SQLException {
            LEFT.add(database.connect());
            throw new AssertionError("the test's own failure");
        }

        @EachServer(only = {ServerKind.MYSQL_8_0, ServerKind.MARIADB_SYSTEM})
        void leavesARowLock(TestDatabase database) throws SQLException {
            lockARow(database, database.connect());
        }

        @EachServer(only = {ServerKind.MYSQL_8_0, ServerKind.MARIADB_SYSTEM})
        void leavesARowLockBehindItsUrl(TestDatabase database) throws SQLException {
            lockARow(database, database.driver().load().connect(database.url(), new Properties()));
        }

        private static void lockARow(TestDatabase database, Connection connection) throws SQLException {
            LEFT.add(connection);
            database.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeQuery("SELECT id FROM t WHERE id = 1 FOR UPDATE");
            }
        }

        @EachServer(only = ServerKind.MARIADB_SYSTEM)
        void leavesAThread(TestDatabase database) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            THREADS_MAY_END.await();
                        } catch (InterruptedException interrupted) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "forgotten");
            thread.start();
        }

        @EachServer(only = {ServerKind.MYSQL_8_0, ServerKind.MARIADB_SYSTEM})
        void cleansUp(TestDatabase database) throws SQLException {
            try (Connection connection = database.connect()) {
                lockARow(database, connection);
                connection.rollback();
            }
        }
    }
}
