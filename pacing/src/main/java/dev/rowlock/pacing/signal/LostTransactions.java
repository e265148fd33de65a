package dev.rowlock.pacing.signal;

import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Transactions lost to deadlocks or lock wait timeouts: by everybody, by one account, or by everybody but the batch. Locks nothing.
 *
 * <p>MySQL counts errors, by account too. MariaDB counts deadlocks and waits that timed out, of everybody; there the batch's own are taken off. What gave up without
 * a wait is an error on both, and no wait on MariaDB: whoever counts {@link OwnLosses} there leaves it out.
 */
public final class LostTransactions implements Signal {
    private static final Duration WINDOW = Duration.ofSeconds(2);

    private final KeptConnection connection;
    private final ServerFamily family;
    private final Loss loss;
    private final String name;
    private final Source source;
    private final EventHistory history = new EventHistory();
    private double everybodyBefore = -1;
    private double everybodyStart;
    private double ownStart;
    private double others;

    private LostTransactions(DataSource dataSource, ServerFamily family, Loss loss, String name, Source source) {
        this.connection = new KeptConnection(dataSource);
        this.family = family;
        this.loss = loss;
        this.name = name;
        this.source = source;
    }

    /** Whose losses are taken off, or counted alone. */
    private record Source(
            @Nullable String userOrNull,
            @Nullable String hostOrNull,
            @Nullable OwnLosses ownOrNull,
            Side side) {}

    private enum Side {
        EVERYBODY,
        ACCOUNT,
        OTHERS
    }

    /** By everybody on the server. */
    public static LostTransactions byEverybody(DataSource dataSource, ServerFamily family, Loss loss) {
        return new LostTransactions(
                dataSource, family, loss, label("all", loss), new Source(null, null, null, Side.EVERYBODY));
    }

    /** By everybody but the batch, which counts its own: exact also when both use one account, as long as the batch is one process. */
    public static LostTransactions online(DataSource dataSource, ServerFamily family, Loss loss, OwnLosses own) {
        return new LostTransactions(
                dataSource, family, loss, label("online", loss), new Source(null, null, own, Side.OTHERS));
    }

    /** By everybody but one account, which is the batch's on all its hosts' processes. MySQL only. */
    public static LostTransactions online(DataSource dataSource, Loss loss, String batchUser, String batchHost) {
        return new LostTransactions(
                dataSource,
                ServerFamily.MYSQL,
                loss,
                label("online", loss),
                new Source(batchUser, batchHost, null, Side.OTHERS));
    }

    /** By one account. MySQL only. */
    public static LostTransactions ofAccount(DataSource dataSource, Loss loss, String user, String host) {
        return new LostTransactions(
                dataSource,
                ServerFamily.MYSQL,
                loss,
                label(user + "@" + host, loss),
                new Source(user, host, null, Side.ACCOUNT));
    }

    /** Why a server does not tell of such losses; empty when it does. One statement on a connection of its own. */
    public static Optional<String> unseen(DataSource dataSource, ServerFamily family, Loss loss) {
        try (LostTransactions signal = byEverybody(dataSource, family, loss)) {
            signal.everybody();
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String label(String whose, Loss loss) {
        return whose + (loss == Loss.DEADLOCK ? " deadlocks" : " lock wait timeouts");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration window() {
        return WINDOW;
    }

    @Override
    public Unit unit() {
        return Unit.COUNT;
    }

    @Override
    public Reading read(Duration now) throws SQLException {
        double counted = source.side() == Side.ACCOUNT ? account() : everybody();
        if (source.side() != Side.OTHERS) {
            return history.plus(now, counted, Unit.COUNT, WINDOW);
        }
        return othersOnly(now, counted);
    }

    /**
     * Takes the batch's own losses off the count of the read before: the batch learns of an error a moment after the server counted it, and must
     * have had time to. So a loss shows one read later, and never a wrong one.
     */
    private Reading othersOnly(Duration now, double everybody) throws SQLException {
        OwnLosses counter = source.ownOrNull();
        double own = counter == null ? account() : counter.count(loss);
        double before = everybodyBefore;
        everybodyBefore = everybody;
        if (before < 0 || everybody < before) {
            everybodyStart = everybody;
            ownStart = own;
            others = 0;
            history.plus(now, 0, Unit.COUNT, WINDOW);
            String reason = before < 0
                    ? "read for the first time: nothing to compare with yet"
                    : "the counter went backwards: the server was restarted, or its statistics were truncated";
            return new Reading.Stale(Duration.ZERO, reason);
        }
        others = Math.max(others, before - everybodyStart - (own - ownStart));
        return history.plus(now, others, Unit.COUNT, WINDOW);
    }

    private double everybody() throws SQLException {
        if (family == ServerFamily.MARIADB && loss == Loss.LOCK_WAIT_TIMEOUT) {
            return connection.query(SignalStatements.LOSS_TIMEOUTS, LostTransactions::timeouts);
        }
        return family == ServerFamily.MARIADB
                ? StatusValue.read(connection, "Innodb_deadlocks")
                        .orElseThrow(() -> new SQLException("no Innodb_deadlocks"))
                : connection.query(SignalStatements.LOSS_EVERYBODY, this::errors);
    }

    /** A counter that is switched off stands still, which must not look like no losses. */
    private static double timeouts(ResultSet rows) throws SQLException {
        if (!rows.next() || !rows.getBoolean(2)) {
            throw new SQLException(
                    "this server does not count lock wait timeouts: SET GLOBAL innodb_monitor_enable = 'lock_timeouts'");
        }
        return rows.getDouble(1);
    }

    /** An account that never connected, or never met an error, has no row: nothing was lost. */
    private double account() throws SQLException {
        return connection.query(SignalStatements.LOSS_ACCOUNT, this::errors, source.userOrNull(), source.hostOrNull());
    }

    private double errors(ResultSet rows) throws SQLException {
        int wanted = loss == Loss.DEADLOCK ? 1213 : 1205;
        double sum = 0;
        while (rows.next()) {
            sum += rows.getInt(1) == wanted ? rows.getDouble(2) : 0;
        }
        return sum;
    }

    @Override
    public void close() {
        connection.close();
    }
}
