package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** The tables, and how they come to be. */
@EachServer
final class SchemaTest {
    private static final int PROCESSES = 64;

    @Test
    void sixtyFourStartAtOnceAndOneMigrates(TestDatabase database) throws Exception {
        ExecutorService processes = Executors.newFixedThreadPool(PROCESSES);
        try {
            CyclicBarrier start = new CyclicBarrier(PROCESSES);
            List<Future<SchemaState>> answers = new ArrayList<>();
            for (int n = 0; n < PROCESSES; n++) {
                answers.add(processes.submit(() -> {
                    start.await();
                    SchemaState state = Schema.migrate(database.dataSource());
                    Queues.open(database.dataSource()).queue("mails");
                    return state;
                }));
            }
            int migrated = 0;
            for (Future<SchemaState> answer : answers) {
                assertThat(answer.get().version()).isEqualTo(1);
                assertThat(answer.get().pending()).isEmpty();
                migrated += answer.get().applied().size();
            }
            assertThat(migrated).isEqualTo(1);
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_queue")).isEqualTo(1);
        } finally {
            processes.shutdown();
        }
    }

    @Test
    void aMigrationThatDiedHalfWayIsFinished(TestDatabase database) throws Exception {
        String[] statements = Schema.script().split(";", -1);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (int n = 0; n < 4; n++) {
                statement.execute(statements[n]);
            }
        }
        assertThatThrownBy(() -> Queues.open(database.dataSource()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Schema.migrate");
        assertThat(Schema.state(database.dataSource()).pending()).containsExactly("V1 queue");
        assertThat(Schema.migrate(database.dataSource()).applied()).containsExactly("V1 queue");
        assertThat(Schema.migrate(database.dataSource()).applied()).isEmpty();
        assertThat(Queues.open(database.dataSource()).queue("mails").isPaused()).isFalse();
    }

    @Test
    void theScriptIsPlainSqlThatDoesTheSame(TestDatabase database) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String text : Schema.script().split(";", -1)) {
                if (!text.isBlank()) {
                    statement.execute(text);
                }
            }
        }
        assertThat(Schema.state(database.dataSource())).isEqualTo(new SchemaState(1, List.of(), List.of()));
    }

    @Test
    void theApplicationsOwnTablesAndFlywayAreLeftAlone(TestDatabase database) {
        database.execute("CREATE TABLE orders (id INT PRIMARY KEY)", "CREATE TABLE flyway_schema_history (mine INT)");
        assertThat(Schema.migrate(database.dataSource()).applied()).containsExactly("V1 queue");
        assertThat(database.number("SELECT COUNT(*) FROM flyway_schema_history"))
                .isZero();
    }

    @Test
    void oneConnectionIsEnoughAndAStartWithNothingToDoAsksTwoQuestions(TestDatabase database) {
        AtomicInteger most = new AtomicInteger();
        Schema.migrate(counting(database, most));
        assertThat(most).hasValue(1);
        database.resetCounts();
        assertThat(Schema.migrate(database.dataSource()).applied()).isEmpty();
        assertThat(database.statements()).as("and the isolation level").isEqualTo(3);
        assertThat(database.openConnections()).isZero();
    }

    private static DataSource counting(TestDatabase database, AtomicInteger most) {
        return (DataSource) Proxy.newProxyInstance(
                SchemaTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Connection connection = database.connect();
                    most.accumulateAndGet(database.openConnections(), Math::max);
                    return connection;
                });
    }

    @Test
    void aRefusedStatementIsToldAndTheNextStartGoesOn(TestDatabase database) {
        database.execute("CREATE VIEW rowlock_duty AS SELECT 1 AS id");
        assertThatThrownBy(() -> Schema.migrate(database.dataSource()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("could not be migrated")
                .hasMessageContaining("rowlock_duty");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_schema_history WHERE success = 0"))
                .isEqualTo(1);
        database.execute("DROP VIEW rowlock_duty");
        assertThat(Schema.migrate(database.dataSource()).applied()).containsExactly("V1 queue");
    }

    @Test
    void tablesThatWereDroppedByHandAreMissedByName(TestDatabase database) {
        Schema.migrate(database.dataSource());
        database.execute("DROP TABLE rowlock_schema");
        assertThatThrownBy(() -> Schema.migrate(database.dataSource()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("drop rowlock_schema_history");
    }

    @Test
    void flywayAppliesTheSameFile(TestDatabase database) {
        Flyway.configure()
                .dataSource(database.dataSource())
                .locations("classpath:dev/rowlock/queue/schema")
                .baselineOnMigrate(true)
                .load()
                .migrate();
        assertThat(Schema.migrate(database.dataSource())).isEqualTo(new SchemaState(1, List.of(), List.of()));
    }
}
