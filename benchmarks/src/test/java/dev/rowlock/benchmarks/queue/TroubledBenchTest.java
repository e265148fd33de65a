package dev.rowlock.benchmarks.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.TlsMode;
import dev.rowlock.cli.bench.QueueSizes;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A bench that cannot measure says why, and leaves nothing behind either. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class TroubledBenchTest {
    private static final String DIGESTS =
            "UPDATE performance_schema.setup_consumers SET ENABLED = '%s' WHERE NAME = 'statements_digest'";

    @Test
    void anAccountThatMayMakeNoSchemaIsToldWhatToGrant(TestDatabase database) {
        database.execute("CREATE USER 'poor'@'%' IDENTIFIED BY 'secret'");
        try {
            BenchRun run = BenchRun.of(
                    "P3",
                    Map.of(
                            "ROWLOCK_URL",
                            "jdbc:mysql://127.0.0.1:" + database.port() + "/?allowPublicKeyRetrieval=true",
                            "ROWLOCK_USER",
                            "poor",
                            "ROWLOCK_PASSWORD",
                            "secret"));
            assertThat(run.code()).as(run.notes()).isEqualTo(2);
            assertThat(run.notes()).contains("GRANT ALL ON `rowlock").doesNotContain("\tat ");
        } finally {
            database.execute("DROP USER 'poor'@'%'");
        }
    }

    @Test
    void whereTheLogMayNotBeReadNoFigureIsMadeUpAndTheReasonIsTold(TestDatabase database) throws Exception {
        database.execute("CREATE USER 'deaf'@'%' IDENTIFIED BY 'secret'");
        LogAddress deaf = new LogAddress("127.0.0.1", database.port(), "deaf", "secret", TlsMode.PREFERRED);
        List<String> said = new ArrayList<>();
        try (Ground ground = Ground.create("rowlock_bench", database.dataSource());
                Connection connection = database.connect()) {
            Bench bench = new Bench(
                    database.dataSource(), deaf, ground, ServerProcess.of(connection), new QueueSizes(), said::add);
            assertThat(new WokenStarts(bench, ground).measure()).isEmpty();
        } finally {
            database.execute("DROP USER 'deaf'@'%'");
        }
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("P6b is not measured")
                .contains("GRANT REPLICATION SLAVE");
    }

    @Test
    void aMeasureThatFailsDropsItsSchemas(TestDatabase database) {
        database.execute(DIGESTS.formatted("NO"));
        try {
            BenchRun run = BenchRun.of("P7", database);
            assertThat(run.code()).as(run.notes()).isEqualTo(2);
            assertThat(run.measures()).isEmpty();
            assertThat(run.notes())
                    .contains("setup_consumers SET ENABLED = 'YES'")
                    .doesNotContain("unexpected error");
            assertThat(database.column("SHOW DATABASES LIKE 'rowlock\\_bench%'"))
                    .isEmpty();
        } finally {
            database.execute(DIGESTS.formatted("YES"));
        }
    }
}
