package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule A7: who no longer holds a row changes nothing, whatever it tries, and is told so. */
@EachServer
final class StaleHolderTest {
    private static Map<String, Function<List<Lease>, List<Verdict>>> operations(LeaseTable leases) {
        Map<String, Function<List<Lease>, List<Verdict>>> operations = new LinkedHashMap<>();
        operations.put("extend", leases::extend);
        operations.put("complete", leases::complete);
        operations.put("release", stale -> leases.release(stale, Duration.ZERO));
        operations.put("release later", stale -> leases.release(stale, Duration.ofSeconds(1)));
        operations.put(
                "fail",
                stale -> leases.fail(
                        stale.stream().map(lease -> new Failed(lease, "late")).toList()));
        return operations;
    }

    private static void changesNothing(SampleQueue queue, List<Lease> stale, String status) {
        List<@Nullable String> before = queue.sample().contents(queue.database());
        operations(queue.leases()).forEach((name, operation) -> {
            List<Verdict> verdicts = new ArrayList<>(operation.apply(stale));
            verdicts.addAll(operation.apply(stale.subList(0, 1)));
            assertThat(verdicts)
                    .as("%s after the row became %s", name, status)
                    .hasSize(stale.size() + 1)
                    .allSatisfy(verdict -> assertThat(verdict)
                            .isInstanceOfSatisfying(
                                    Verdict.Lost.class,
                                    lost -> assertThat(lost.seenOrEmpty()
                                                    .map(RowState::status)
                                                    .orElse("gone"))
                                            .isEqualTo(status)));
            assertThat(queue.sample().contents(queue.database())).as(name).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#fenced")
    void losesARowThatMovedOn(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 3);
        List<Lease> stale = queue.claim(3);

        queue.leases().release(stale, Duration.ZERO);
        changesNothing(queue, stale, sample.status().ready());

        List<Lease> again = queue.claim(3);
        changesNothing(queue, stale, sample.status().processing());

        assertThat(queue.leases().fail(again.get(0), "boom")).isInstanceOf(Verdict.Applied.class);
        changesNothing(queue, again.subList(0, 1), sample.status().ready());

        assertThat(queue.leases().complete(again.subList(1, 3))).hasOnlyElementsOfType(Verdict.Applied.class);
        List<Lease> finished = new ArrayList<>(again.subList(1, 3));
        stale.stream() // the second claim may have found the rows in another order
                .filter(lease -> !lease.key().equals(again.get(0).key()))
                .forEach(finished::add);
        changesNothing(
                queue, finished, sample.deletes() ? "gone" : sample.status().done());
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#expiring")
    void losesARowWhoseLeaseEndedBeforeAndAfterItIsTakenAway(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 2);
        List<Lease> stale = queue.claim(2);

        queue.passTheLease();
        changesNothing(queue, stale, sample.status().processing());

        assertThat(queue.leases().reclaim(10).ready()).hasSize(2);
        changesNothing(queue, stale, sample.status().ready());

        List<Lease> again = queue.claim(2);
        changesNothing(queue, stale, sample.status().processing());
        assertThat(queue.leases().complete(again)).hasOnlyElementsOfType(Verdict.Applied.class);
    }

    /** The old lease is stale from the moment of the extension where the lease's own time is the fence, and not where there is a token. */
    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void anExtensionReplacesTheLease(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 1);
        Lease first = queue.claimOne();
        Lease renewed = queue.leases().extend(first).lease();
        boolean byToken = sample.has(ColumnRole.TOKEN);

        assertThat(queue.leases().complete(first)).isInstanceOf(byToken ? Verdict.Applied.class : Verdict.Lost.class);
        assertThat(queue.leases().complete(renewed)).isInstanceOf(byToken ? Verdict.Lost.class : Verdict.Applied.class);
    }

    /** Whether a lease has ended is judged when its row is locked: nobody else can have it from then on. */
    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void aLeaseThatEndsBetweenLockAndWriteCounts(SampleTable sample, TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, sample, 8);
        AtomicBoolean late = new AtomicBoolean();
        LeaseTable leases = SampleQueue.open(
                queue.time().on(database).watched((statement, connection) -> {
                    if (statement.sql().startsWith("UPDATE") && late.get()) {
                        try (Statement change = connection.createStatement()) {
                            change.execute("SET timestamp = UNIX_TIMESTAMP() + 3600");
                        }
                    }
                }),
                sample);
        List<Lease> claimed = leases.claim(8).leases();
        late.set(true);
        List<Lease> renewed = leases.extend(claimed.subList(0, 2)).stream()
                .map(Verdict::lease)
                .toList();
        assertThat(leases.complete(renewed)).hasOnlyElementsOfType(Verdict.Applied.class);
        assertThat(leases.release(claimed.subList(2, 4), Duration.ZERO)).hasOnlyElementsOfType(Verdict.Applied.class);
        assertThat(leases.fail(claimed.get(4), "boom")).isInstanceOf(Verdict.Applied.class);
        // A single row is locked and written by one statement, which judges for itself.
        assertThat(leases.complete(claimed.get(5))).isInstanceOf(Verdict.Lost.class);
        assertThat(leases.release(claimed.get(5), Duration.ZERO)).isInstanceOf(Verdict.Lost.class);
    }

    /** What other programs do to a row ends a lease as well. */
    @Test
    void losesARowThatSomebodyPutBackByHand(TestDatabase database) {
        SampleTable sample = SampleTables.fullyEquipped();
        SampleQueue queue = SampleQueue.create(database, sample, 1);
        Lease first = queue.claimOne();
        sample.update(
                database, 1, "status = 'ready', attempts = 0, lease_until = NULL, claimed_at = NULL, owner = NULL");
        changesNothing(queue, List.of(first), "ready");

        Lease second = queue.claimOne();
        assertThat(second.fence().token().orElseThrow())
                .isGreaterThan(first.fence().token().orElseThrow());
        changesNothing(queue, List.of(first), "processing");
    }

    @Test
    void losesARowThatWasDeleted(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.jobQueue(), 2);
        List<Lease> leases = queue.claim(2);
        database.execute("DELETE FROM job_queue");
        changesNothing(queue, leases, "gone");
    }

    @Test
    void everyRowOfABatchHasItsOwnVerdict(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.jobQueue(), 4);
        List<Lease> leases = queue.claim(4);
        queue.leases().complete(leases.get(1));
        database.execute("UPDATE job_queue SET status = 'ready' WHERE id = 3");

        List<Verdict> verdicts = queue.leases().complete(leases);

        assertThat(verdicts).extracting(Verdict::lease).isEqualTo(leases);
        assertThat(verdicts.get(0)).isInstanceOf(Verdict.Applied.class);
        assertThat(verdicts.get(1)).isInstanceOf(Verdict.Lost.class);
        assertThat(verdicts.get(2)).isInstanceOf(Verdict.Lost.class);
        assertThat(verdicts.get(3)).isInstanceOf(Verdict.Applied.class);
        assertThat(database.column("SELECT status FROM job_queue ORDER BY id"))
                .containsExactly("done", "done", "ready", "done");
    }

    @Test
    void aLeaseNamedTwiceIsSettledOnce(TestDatabase database) {
        SampleQueue queue = SampleQueue.create(database, SampleTables.fullyEquipped(), 3);
        List<Lease> leases = queue.claim(3);
        Lease first = leases.get(0);
        Lease second = leases.get(1);
        Lease third = leases.get(2);

        assertThat(queue.leases().extend(List.of(first, first)))
                .hasSize(2)
                .hasOnlyElementsOfType(Verdict.Applied.class);
        Lease renewed = queue.leases().extend(third).lease();
        assertThat(renewed.fence().token()).isEqualTo(third.fence().token());
        assertThat(queue.leases().complete(List.of(first, second, first)))
                .hasSize(3)
                .hasOnlyElementsOfType(Verdict.Applied.class);
        assertThat(queue.leases().fail(List.of(new Failed(renewed, "once"), new Failed(third, "twice"))))
                .hasSize(2)
                .hasOnlyElementsOfType(Verdict.Applied.class);
        assertThat(queue.sample().value(database, ColumnRole.ATTEMPTS, 3)).isEqualTo("1");
    }
}
