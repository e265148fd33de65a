package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.diagnose.oncall.Collisions;
import dev.rowlock.diagnose.oncall.Step;
import dev.rowlock.diagnose.oncall.WhyQuestion;
import dev.rowlock.diagnose.watch.DeadlockWatch;
import dev.rowlock.diagnose.watch.Look;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.table.AccountName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Looks at a server for the length of the window. For one use by one thread. */
public final class Observer {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int LOOKS = 30;
    private static final int ER_TABLEACCESS_DENIED = 1142;
    private static final int ER_QUERY_TIMEOUT = 3024;
    private static final int ER_STATEMENT_TIMEOUT_MARIADB = 1969;

    private final DataSource dataSource;
    private final ServerFacts server;
    private final WhyQuestion question;
    private final String schema;
    private final DeadlockWatch watch;
    private final SessionReader sessions;
    private final WaitReader waitReader;
    private final StatementReader statements;

    private final List<Deadlock> deadlocks = new ArrayList<>();
    private final List<List<LockWait>> waits = new ArrayList<>();
    private final List<Map<String, Long>> status = new ArrayList<>();
    private final Map<Step, String> unseen = new EnumMap<>(Step.class);
    private List<SessionView> transactions = List.of();
    private int looks;

    public Observer(DataSource dataSource, ServerFacts server, WhyQuestion question, String schema) {
        this.dataSource = dataSource;
        this.server = server;
        this.question = question;
        this.schema = schema;
        String table = question.table().table().name();
        this.watch = new DeadlockWatch(dataSource, question.sides(), SqlDisplay.MASKED);
        this.sessions = new SessionReader(server.family(), question.sides());
        this.waitReader = new WaitReader(server.family(), schema, table, sessions);
        this.statements = new StatementReader(schema, table);
    }

    /** Looks until the window is over; then asks for what was measured beside it. */
    public Observation observe(Beside beside) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        watch.look().notes().forEach(note -> unseen.put(Step.DEADLOCKS, note));
        Map<String, StatementReader.Digest> before = digests();
        Duration pause = pause();
        long left = question.window().toNanos();
        while (left > 0) {
            look();
            left = question.window().toNanos() - (System.nanoTime() - start);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, Math.min(pause.toNanos(), left)));
            left = question.window().toNanos() - (System.nanoTime() - start);
        }
        look();
        List<StatementChange> changes = StatementReader.changes(before, digests());
        return new Observation(
                schema + "." + question.table().table().name(),
                Duration.ofNanos(System.nanoTime() - start),
                deadlocks,
                watch.metrics(),
                beside.answer(),
                looks,
                waits,
                status,
                transactions,
                changes,
                unseen);
    }

    /** What is measured at the same time. */
    public interface Beside {
        Collisions.Answer answer() throws InterruptedException;
    }

    private Duration pause() {
        Duration pause = question.window().dividedBy(LOOKS);
        return pause.compareTo(SHORTEST_PAUSE) < 0
                ? SHORTEST_PAUSE
                : pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    private void look() throws SQLException {
        Look look = watch.look();
        look.fresh().ifPresent(deadlocks::add);
        try (Connection connection = dataSource.getConnection()) {
            status.add(StatusReader.read(connection, server.family()));
            guarded(List.of(Step.LOCK_WAITS, Step.SNAPSHOTS, Step.TRANSACTIONS), () -> {
                transactions = sessions.transactions(connection);
                List<LockWait> now = waitReader.read(connection, transactions);
                looks++;
                if (!now.isEmpty()) {
                    waits.add(now);
                }
            });
        }
    }

    private Map<String, StatementReader.Digest> digests() throws SQLException {
        if (server.family() == ServerFamily.MARIADB) {
            unseen.put(Step.STATEMENTS, "MariaDB keeps no histogram of statements: take P99 from the application");
            return Map.of();
        }
        List<Map<String, StatementReader.Digest>> read = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            guarded(List.of(Step.STATEMENTS), () -> read.add(statements.read(connection)));
        }
        return read.isEmpty() ? Map.of() : read.get(0);
    }

    /** A right that is missing, and a read that the server stopped, cost a step and not the report. */
    private void guarded(List<Step> steps, Read read) throws SQLException {
        try {
            read.run();
        } catch (SQLException e) {
            String why = switch (e.getErrorCode()) {
                case ER_TABLEACCESS_DENIED ->
                    "not seen without a right: GRANT SELECT ON performance_schema.* TO "
                            + AccountName.quoted(server.account());
                case ER_QUERY_TIMEOUT, ER_STATEMENT_TIMEOUT_MARIADB ->
                    "not seen at every look: reading it took too long and was stopped";
                default -> throw e;
            };
            steps.forEach(step -> unseen.put(step, why));
        }
    }

    @FunctionalInterface
    private interface Read {
        void run() throws SQLException;
    }
}
