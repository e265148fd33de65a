package dev.rowlock.diagnose.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.DeadlockReader;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.fixture.Samples;
import dev.rowlock.diagnose.oncall.internal.Judge;
import dev.rowlock.diagnose.oncall.internal.LockWait;
import dev.rowlock.diagnose.oncall.internal.Observation;
import dev.rowlock.diagnose.oncall.internal.SessionView;
import dev.rowlock.diagnose.oncall.internal.StatementChange;
import dev.rowlock.diagnose.watch.DeadlockMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order of C10 and the limits, on what was seen; {@code WhyTest} has the real servers. */
final class JudgeTest {
    private static final Map<String, Long> QUIET = Map.of(
            "threads_running",
            2L,
            "innodb_history_list_length",
            10L,
            "innodb_os_log_pending_fsyncs",
            0L,
            "innodb_row_lock_time",
            0L,
            "created_tmp_disk_tables",
            100L);

    private List<Deadlock> deadlocks = List.of();
    private DeadlockMetrics counted = new DeadlockMetrics(Map.of(), 0, 0, 0);
    private Collisions.Answer rate = new Collisions.Measured(false, "0.10 %", List.of());
    private List<List<LockWait>> waits = List.of();
    private Map<String, Long> first = QUIET;
    private Map<String, Long> later = QUIET;
    private List<SessionView> transactions = List.of();
    private List<StatementChange> statements = List.of(change(2, 2, 1, 1));

    @Test
    void aQuietServerHasNoFinding() {
        WhyReport report = report();
        assertThat(report.finding()).isEmpty();
        assertThat(report.notes()).isEmpty();
        assertThat(report.steps()).extracting(StepResult::step).containsExactly(Step.values());
    }

    @Test
    void theFirstInTheOrderOfDiagnosisCounts() {
        later = with("threads_running", 200L);
        assertThat(cause()).isEqualTo(Cause.THREADS_RUNNING);
        SessionView batch = session(9, Side.BATCH, 2, null);
        waits = List.of(List.of(new LockWait(LockWait.Kind.ROW, waiter(1), batch)));
        assertThat(cause()).isEqualTo(Cause.BATCH_HOLDS_ROWS);
        rate = new Collisions.Measured(true, "3.00 %", List.of());
        assertThat(cause()).isEqualTo(Cause.COLLISIONS);
        deadlocks = DeadlockReader.plain().read(Samples.text("A-m97"));
        assertThat(cause()).isEqualTo(Cause.DEADLOCKS);
    }

    @Test
    void deadlocksOfOtherTablesAreToldAndDoNotCount() {
        deadlocks = DeadlockReader.plain().read(Samples.text("A-m97"));
        WhyReport report = Judge.report(observation("shop.other"), WhyLimits.standard());
        assertThat(report.finding()).isEmpty();
        assertThat(report.steps().get(0).said()).contains("none on this table", "1 on others (test.orders)");
    }

    /** What nobody saw is not "no deadlock". */
    @Test
    void deadlocksThatWereNotSeenAreNotFine() {
        counted = new DeadlockMetrics(Map.of(), 3, 0, 0);
        StepResult step = report().steps().get(0);
        assertThat(step.verdict()).isEqualTo(StepResult.Verdict.UNKNOWN);
        assertThat(step.said()).contains("the server counted 3 more");
    }

    /** Most waits of a batch with short transactions end between two looks. */
    @Test
    void waitsBetweenTwoLooksAreNotFine() {
        later = with("innodb_row_lock_time", 2_000L);
        StepResult step = report().steps().get(2);
        assertThat(step.step()).isEqualTo(Step.LOCK_WAITS);
        assertThat(step.verdict()).isEqualTo(StepResult.Verdict.UNKNOWN);
        assertThat(step.said()).contains("look again, for longer");
        waits = List.of(List.of(new LockWait(LockWait.Kind.ROW, waiter(0), session(9, Side.UNKNOWN, 500, null))));
        assertThat(cause()).isEqualTo(Cause.BATCH_HOLDS_ROWS);
    }

    @Test
    void oneShortWaitIsNoFinding() {
        waits = List.of(List.of(new LockWait(LockWait.Kind.ROW, waiter(0), session(9, Side.UNKNOWN, 1, null))));
        assertThat(report().finding()).isEmpty();
    }

    @Test
    void whatStandsInTheWayIsTold() {
        assertThat(causeBehind(session(9, Side.UNKNOWN, 1, null))).isEqualTo(Cause.LOCK_WAITS);
        assertThat(causeBehind(session(9, Side.ONLINE, 500, null))).isEqualTo(Cause.LOCK_WAITS);
        assertThat(causeBehind(session(9, Side.UNKNOWN, 500, null))).isEqualTo(Cause.BATCH_HOLDS_ROWS);
        assertThat(causeBehind(session(9, Side.UNKNOWN, 500, Duration.ofSeconds(1))))
                .isEqualTo(Cause.BATCH_HOLDS_ROWS);
        assertThat(causeBehind(session(9, Side.UNKNOWN, 500, Duration.ofSeconds(9))))
                .isEqualTo(Cause.IDLE_TRANSACTION);
        assertThat(causeBehind(session(9, Side.UNKNOWN, 1, Duration.ofSeconds(1))))
                .isEqualTo(Cause.IDLE_TRANSACTION);
        assertThat(causeBehind(session(9, Side.BATCH, 1, Duration.ofSeconds(9))))
                .isEqualTo(Cause.BATCH_HOLDS_ROWS);
        assertThat(causeBehind(null)).isEqualTo(Cause.LOCK_WAITS);
    }

    @Test
    void aLongTransactionNamesItsSession() {
        transactions = List.of(session(77, Side.UNKNOWN, 1, null));
        assertThat(report().finding()).isEmpty();
        transactions = List.of(new SessionView(
                77, 77, "app@shop", null, Side.UNKNOWN, Duration.ofMinutes(11), 1, 0, Duration.ofMinutes(10), null));
        assertThat(cause()).isEqualTo(Cause.LONG_TRANSACTION);
        assertThat(report().finding().orElseThrow().evidence().get(0)).contains("connection 77 of app@shop");
    }

    @Test
    void aSlowerStatementSaysWhetherItReadsMore() {
        statements = List.of(change(50, 2, 1, 1));
        assertThat(report().finding().orElseThrow().advice().get(0)).contains("as many rows as before");
        statements = List.of(change(50, 2, 9_000, 1));
        assertThat(report().finding().orElseThrow().evidence().toString()).contains("9000.0 in the window, 1.0 before");
        statements = List.of(change(4, 1, 1, 1));
        assertThat(report().finding()).isEmpty();
    }

    @Test
    void theDiskAndTemporaryTablesComeLast() {
        later = with("created_tmp_disk_tables", 2_000L);
        assertThat(cause()).isEqualTo(Cause.TEMPORARY_TABLES);
        first = with("innodb_os_log_pending_fsyncs", 1L);
        later = with("innodb_os_log_pending_fsyncs", 1L);
        assertThat(cause()).isEqualTo(Cause.DISK);
    }

    private Cause causeBehind(@Nullable SessionView blocker) {
        waits = List.of(List.of(new LockWait(LockWait.Kind.ROW, waiter(2), blocker)));
        return cause();
    }

    private Cause cause() {
        return report().finding().orElseThrow().cause();
    }

    private WhyReport report() {
        return Judge.report(observation("test.orders"), WhyLimits.standard());
    }

    private Observation observation(String table) {
        List<Map<String, Long>> status = new ArrayList<>(List.of(first));
        status.addAll(Collections.nCopies(29, later));
        return new Observation(
                table,
                Duration.ofSeconds(30),
                deadlocks,
                counted,
                rate,
                30,
                waits,
                status,
                transactions,
                statements,
                Map.of());
    }

    private static Map<String, Long> with(String name, long value) {
        Map<String, Long> status = new HashMap<>(QUIET);
        status.put(name, value);
        return status;
    }

    private static SessionView waiter(int seconds) {
        return new SessionView(
                8,
                8,
                "app@shop",
                "UPDATE orders SET amount = ? WHERE id = ?",
                Side.UNKNOWN,
                Duration.ofSeconds(seconds),
                0,
                0,
                null,
                Duration.ofSeconds(seconds));
    }

    private static SessionView session(long id, Side side, long rows, @Nullable Duration idle) {
        return new SessionView(id, id, "job@night", null, side, Duration.ofSeconds(9), rows, 0, idle, null);
    }

    private static StatementChange change(int millis, int before, double rows, double rowsBefore) {
        return new StatementChange(
                "UPDATE `orders` SET `amount` = ?",
                1_000,
                Duration.ofMillis(millis),
                Optional.of(Duration.ofMillis(before)),
                rows,
                rowsBefore);
    }
}
