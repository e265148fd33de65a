package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sequences of operations by several holders, compared with a model in Java after every step. The model knows what must be so and
 * what may be so: times are rounded to what a column stores, and a batch claim may always see nothing (A3). To repeat a run, put the seed
 * of its message into {@link #SEED_OR_ZERO}.
 */
@EachServer
final class RandomSequencesTest {
    private static final long SEED_OR_ZERO = 0;
    private static final int ROWS = 8;
    private static final int STEPS = 120;

    /** A DATETIME stores whole seconds: what is promised for a time happens within two units of it. */
    private static final Duration ROUNDING = Duration.ofSeconds(2);

    static Stream<SampleTable> tables() {
        return Stream.of(
                SampleTables.jobQueue(),
                SampleTables.taskQueue(),
                SampleTables.fullyEquipped(),
                SampleTables.narrow(),
                SampleTables.deleting(),
                SampleTables.tokenOnly());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void doWhatTheModelSays(SampleTable sample, TestDatabase database) {
        long seed = SEED_OR_ZERO == 0 ? new Random().nextLong() : SEED_OR_ZERO;
        SampleQueue queue = SampleQueue.create(database, sample, ROWS);
        Steps steps = new Steps(queue, new Random(seed));
        try {
            for (int step = 0; step < STEPS; step++) {
                steps.one();
                steps.compare();
            }
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + "L on " + sample + ", after:\n" + String.join("\n", steps.log), e);
        }
    }

    /** What a row must look like. */
    private static final class Row {
        LeaseState state = LeaseState.READY;
        boolean gone;
        int attempts;
        Instant dueFrom = Instant.EPOCH;
        Instant dueAtLatest = Instant.EPOCH;

        @Nullable
        Lease holder;

        Instant lease = Instant.EPOCH;

        boolean mayBeClaimed(Instant now) {
            return !gone && state == LeaseState.READY && !now.isBefore(dueFrom);
        }

        boolean mustBeClaimable(Instant now) {
            return mayBeClaimed(now) && !now.isBefore(dueAtLatest);
        }

        void ready(Instant from, Duration rounding) {
            state = LeaseState.READY;
            holder = null;
            dueFrom = from;
            dueAtLatest = from.plus(rounding);
        }
    }

    private static final class Steps {
        private final SampleQueue queue;
        private final SampleTable sample;
        private final Random random;
        private final List<LeaseTable> processes;
        private final Map<RowKey, Row> rows = new LinkedHashMap<>();
        private final List<Lease> leases = new ArrayList<>();
        private final Set<List<Object>> fences = new HashSet<>();
        private final List<String> log = new ArrayList<>();

        Steps(SampleQueue queue, Random random) {
            this.queue = queue;
            this.sample = queue.sample();
            this.random = random;
            this.processes = List.of(queue.leases(), queue.other(), queue.other());
            queue.keys(1, ROWS).forEach(key -> rows.put(key, new Row()));
        }

        private Instant now() {
            return queue.time().now();
        }

        private LeaseTable process() {
            return processes.get(random.nextInt(processes.size()));
        }

        private void log(String what) {
            log.add(now() + " " + what);
        }

        void one() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> claim();
                case 3, 4 -> claimOne();
                case 5 -> extend();
                case 6 -> complete();
                case 7 -> release();
                case 8 -> fail();
                case 9 -> reclaim();
                default -> wait(random.nextInt(3) == 0 ? 20_000 : random.nextInt(3_000));
            }
        }

        private void wait(int millis) {
            queue.time().advance(Duration.ofMillis(millis));
            log("passes " + millis + " ms");
        }

        private void claim() {
            int limit = 1 + random.nextInt(4);
            List<Lease> got = process().claim(limit).leases();
            log("claim of " + limit + ": " + got);
            assertThat(got).hasSizeLessThanOrEqualTo(limit);
            got.forEach(this::taken);
        }

        private void claimOne() {
            RowKey key = sample.rowKey(1 + random.nextInt(ROWS));
            Row row = row(key);
            TargetedClaim answer = process().claim(key);
            log("claim of row " + key + ": " + answer);
            if (answer instanceof TargetedClaim.Claimed claimed) {
                taken(claimed.lease());
            } else if (answer instanceof TargetedClaim.NotReady notReady) {
                assertThat(row.mustBeClaimable(now())).isFalse();
                assertThat(notReady.seen().status()).isEqualTo(text(row.state));
            } else {
                assertThat(answer).isInstanceOf(TargetedClaim.NotFound.class);
                assertThat(row.gone).isTrue();
            }
        }

        private void taken(Lease lease) {
            Row row = row(lease.key());
            assertThat(row.mayBeClaimed(now())).as("%s may be claimed", lease).isTrue();
            if (sample.has(ColumnRole.ATTEMPTS)) {
                assertThat(lease.attempt()).isEqualTo(row.attempts + 1);
            }
            assertThat(fences.add(List.of(lease.key(), lease.fence())))
                    .as("new fence %s", lease)
                    .isTrue();
            row.state = LeaseState.PROCESSING;
            holds(row, lease);
        }

        private void holds(Row row, Lease lease) {
            row.holder = lease;
            row.lease = now().plus(SampleQueue.LEASE);
            leases.add(lease);
        }

        private List<Lease> some() {
            Set<Lease> chosen = new HashSet<>();
            for (int at = random.nextInt(3); at >= 0 && !leases.isEmpty(); at--) {
                // Mostly what is held now, sometimes what was held long ago.
                int last = leases.size();
                chosen.add(leases.get(
                        random.nextBoolean() ? random.nextInt(last) : last - 1 - random.nextInt(Math.min(last, 6))));
            }
            return List.copyOf(chosen);
        }

        /** Whether the verdict is one that is right for this lease; if so, whether the write happened. */
        private boolean happened(Verdict verdict, Lease lease) {
            Row row = row(lease.key());
            boolean mine = !row.gone && row.state == LeaseState.PROCESSING && lease.equals(row.holder);
            boolean byToken = sample.has(ColumnRole.TOKEN)
                    && row.holder != null
                    && lease.fence().token().equals(row.holder.fence().token());
            boolean holder = mine || (byToken && row.state == LeaseState.PROCESSING);
            boolean surelyLive = !sample.knowsExpiry() || !now().isAfter(row.lease);
            boolean surelyOver = sample.knowsExpiry() && now().isAfter(row.lease.plus(ROUNDING));
            if (verdict instanceof Verdict.Applied) {
                assertThat(holder && !surelyOver).as("%s may be applied", lease).isTrue();
                return true;
            }
            assertThat(verdict).isInstanceOf(Verdict.Lost.class);
            assertThat(holder && surelyLive)
                    .as("%s must not be lost: %s", lease, verdict)
                    .isFalse();
            return false;
        }

        private void extend() {
            List<Lease> mine = some();
            List<Verdict> verdicts = process().extend(mine);
            log("extend " + mine + ": " + verdicts);
            Map<Row, Lease> renewed = new LinkedHashMap<>();
            for (int at = 0; at < mine.size(); at++) {
                if (happened(verdicts.get(at), mine.get(at))) {
                    renewed.put(row(mine.get(at).key()), verdicts.get(at).lease());
                }
            }
            renewed.forEach(this::holds);
        }

        private void complete() {
            List<Lease> mine = some();
            List<Verdict> verdicts = process().complete(mine);
            log("complete " + mine + ": " + verdicts);
            forEachHappened(mine, verdicts, row -> {
                row.state = LeaseState.DONE;
                row.gone = sample.deletes();
                row.holder = null;
            });
        }

        private void release() {
            List<Lease> mine = some();
            Duration delay = Duration.ofMillis(random.nextInt(3) == 0 ? 0 : random.nextInt(4_000));
            List<Verdict> verdicts = process().release(mine, delay);
            log("release " + mine + " for " + delay + ": " + verdicts);
            forEachHappened(mine, verdicts, row -> {
                if (delay.isZero() || !sample.has(ColumnRole.AVAILABLE_AT)) {
                    row.state = LeaseState.READY;
                    row.holder = null;
                } else {
                    row.ready(now().plus(delay), ROUNDING);
                }
            });
        }

        private void fail() {
            List<Lease> mine = some();
            List<Verdict> verdicts = process()
                    .fail(mine.stream().map(lease -> new Failed(lease, "boom")).toList());
            log("fail " + mine + ": " + verdicts);
            forEachHappened(mine, verdicts, row -> counted(row, SampleQueue.BACKOFF));
        }

        /** One more attempt: ready again after the pause, or dead at the limit. */
        private void counted(Row row, Duration pause) {
            row.attempts++;
            row.holder = null;
            if (sample.keepsAttemptLimit() && row.attempts >= SampleQueue.SETTINGS.maxAttempts()) {
                row.state = LeaseState.DEAD;
            } else if (pause.isZero() || !sample.has(ColumnRole.AVAILABLE_AT)) {
                row.state = LeaseState.READY;
            } else {
                row.ready(now().plus(pause), ROUNDING);
            }
        }

        private void forEachHappened(List<Lease> mine, List<Verdict> verdicts, Consumer<Row> effect) {
            // A lease and its extension may name one row in one call: it is settled once.
            Set<Row> changed = new LinkedHashSet<>();
            for (int at = 0; at < mine.size(); at++) {
                if (happened(verdicts.get(at), mine.get(at))) {
                    changed.add(row(mine.get(at).key()));
                }
            }
            changed.forEach(effect);
        }

        private void reclaim() {
            if (!sample.knowsExpiry()) {
                return;
            }
            Reclaimed reclaimed = process().reclaim(ROWS);
            log("reclaim: " + reclaimed);
            Set<RowKey> taken = new HashSet<>(reclaimed.ready());
            taken.addAll(reclaimed.dead());
            rows.forEach((key, row) -> {
                boolean processing = !row.gone && row.state == LeaseState.PROCESSING;
                if (taken.contains(key)) {
                    assertThat(processing && now().isAfter(row.lease))
                            .as("row %s may be reclaimed", key)
                            .isTrue();
                    counted(row, Duration.ZERO);
                    assertThat(reclaimed.dead().contains(key)).isEqualTo(row.state == LeaseState.DEAD);
                } else {
                    assertThat(processing && now().isAfter(row.lease.plus(ROUNDING)))
                            .as("row %s must be reclaimed", key)
                            .isFalse();
                }
            });
        }

        private Row row(RowKey key) {
            return Objects.requireNonNull(rows.get(key));
        }

        private String text(LeaseState state) {
            return switch (state) {
                case READY -> sample.status().ready();
                case PROCESSING -> sample.status().processing();
                case DONE -> sample.status().done();
                case DEAD -> sample.status().dead().orElseThrow();
            };
        }

        void compare() {
            List<String> expected = rows.values().stream()
                    .filter(row -> !row.gone)
                    .map(row -> text(row.state) + (sample.has(ColumnRole.ATTEMPTS) ? " " + row.attempts : ""))
                    .toList();
            String attempts = sample.has(ColumnRole.ATTEMPTS) ? ", ' ', COALESCE(attempts, 0)" : "";
            assertThat(queue.database()
                            .column("SELECT CONCAT(status" + attempts + ") FROM " + sample.table() + " ORDER BY id"))
                    .isEqualTo(expected);
        }
    }
}
