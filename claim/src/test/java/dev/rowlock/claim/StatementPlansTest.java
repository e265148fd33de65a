package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.SentStatement;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every statement as it is really sent: it reads along the index it names, sorts nothing, and reads no table to its end (A4, facts 8). */
@EachServer
final class StatementPlansTest {
    static Stream<Arguments> tables() {
        return Stream.concat(
                SampleTables.all().map(sample -> Arguments.of(sample, 60)),
                Stream.of(
                        Arguments.of(SampleTables.jobQueue(), 5),
                        Arguments.of(SampleTables.fullyEquipped(), 5),
                        Arguments.of(SampleTables.fullyEquipped(), 50_000)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsAlongTheIndexItNames(SampleTable sample, int rows, TestDatabase database) throws SQLException {
        sample.create(database);
        if (rows > 1000) {
            sample.fillLarge(database, rows);
        } else {
            sample.fill(database, 1, rows);
            database.execute("ANALYZE TABLE " + sample.table());
        }
        Map<String, SentStatement> sent = new LinkedHashMap<>();
        LeaseTable leases = SampleQueue.open(
                Connections.to(database).watched((statement, connection) -> {
                    if (statement.sql().contains("FORCE INDEX")) {
                        sent.put(statement.sql(), statement);
                    }
                }),
                sample);
        sent.clear();

        everyOperation(leases, sample, Math.min(rows, 20));

        assertThat(sent.size()).isGreaterThan(9);
        try (Connection connection = database.connect()) {
            for (SentStatement statement : sent.values()) {
                check(statement, statement.explain(connection), rows);
            }
        }
    }

    private static void everyOperation(LeaseTable leases, SampleTable sample, int batch) {
        int half = batch / 2;
        List<Lease> first = leases.claim(half).leases();
        List<Lease> second = leases.claim(batch - half).leases();
        leases.claim(sample.rowKey(batch));
        List<Lease> renewed = leases.extend(first).stream().map(Verdict::lease).toList();
        leases.fail(List.of(new Failed(renewed.get(0), "boom")));
        leases.complete(renewed.subList(1, 2));
        leases.complete(renewed.subList(1, renewed.size()));
        leases.complete(renewed);
        leases.release(second.get(0), Duration.ZERO);
        leases.release(second, Duration.ZERO);
        leases.release(second, Duration.ofSeconds(1));
        leases.isAny(LeaseState.PROCESSING);
        leases.isAnyDue();
        leases.oldestReady();
        if (sample.has(ColumnRole.PAYLOAD)) {
            leases.payloads(second);
        }
        if (sample.knowsExpiry()) {
            leases.reclaim(batch);
        }
        leases.claim(batch);
    }

    private static void check(SentStatement statement, List<Map<String, String>> plan, int rows) {
        String index = statement.sql().contains("FORCE INDEX (PRIMARY)")
                ? "PRIMARY"
                : statement.sql().replaceAll("(?s).*FORCE INDEX \\(`([^)]*)`\\).*", "$1");
        assertThat(plan).as(statement.sql()).hasSize(1);
        Map<String, String> step = plan.get(0);
        String extra = String.valueOf(step.get("extra"));
        assertThat(extra).as("%s%n%s", statement.sql(), step).doesNotContain("filesort", "temporary");
        boolean byKey = statement.sql().contains("WHERE (`") || statement.sql().contains(" IN (");
        if (index.equals("PRIMARY") && !byKey) {
            return; // a search along the primary key, which the user chose by having no index for it
        }
        if (extra.contains("Impossible WHERE") || extra.contains("no matching row")) {
            return; // one row, looked up by its whole key, that is not in that state
        }
        assertThat(step.get("key")).as("%s%n%s", statement.sql(), step).isEqualTo(index);
        if (byKey || (rows > 1000 && !index.equals("PRIMARY"))) {
            // Where nearly all of a small table is ready, a server may prefer to read its index from the start.
            assertThat(step.get("type")).as("%s%n%s", statement.sql(), step).isIn("const", "ref", "range");
        }
    }
}
