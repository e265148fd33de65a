package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.internal.GuardSetup.Origin;
import dev.rowlock.batch.internal.GuardSetup.Part;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.signal.CanaryWrite;
import dev.rowlock.pacing.signal.HttpSignal;
import dev.rowlock.pacing.signal.Loss;
import dev.rowlock.pacing.signal.LostTransactions;
import dev.rowlock.pacing.signal.OwnLosses;
import dev.rowlock.pacing.signal.QuerySignal;
import dev.rowlock.pacing.signal.ReplicaLag;
import dev.rowlock.pacing.signal.ServerStatus;
import dev.rowlock.pacing.signal.ServerStatus.Counter;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the signals that one rule of a plan asks for. Immutable. */
final class GuardSignals {
    private static final Logger log = LoggerFactory.getLogger(GuardSignals.class);

    private final Transactions transactions;
    private final DataSource source;
    private final Store store;
    private final Starter.Checked checked;
    private final OnlineStatements statements;
    private final long run;
    private final OwnLosses losses;
    private final AppTimers timers;
    private final Ticker ticker;

    GuardSignals(
            Transactions transactions,
            DataSource source,
            Store store,
            Starter.Checked checked,
            BatchPlan plan,
            long run,
            OwnLosses losses,
            AppTimers timers,
            Ticker ticker) {
        this.transactions = transactions;
        this.source = source;
        this.store = store;
        this.checked = checked;
        this.statements = new OnlineStatements(transactions, source, checked, plan);
        this.run = run;
        this.losses = losses;
        this.timers = timers;
        this.ticker = ticker;
    }

    boolean keepsHistograms() {
        return checked.facts().family() == ServerFamily.MYSQL;
    }

    /** As many as the rule asks for: a statement that nobody named may be several. */
    List<Watched> of(GuardRule rule) {
        List<Watched> all = new ArrayList<>();
        add(all, rule);
        return all;
    }

    private void add(List<Watched> all, GuardRule rule) {
        switch (rule.kind()) {
            case STATEMENT -> {
                requireHistograms("one");
                all.addAll(orCanary(statements.statements(rule)));
            }
            case COMMIT -> {
                requireHistograms("COMMIT");
                all.add(statements.commits(rule));
            }
            case DEADLOCKS -> {
                watch(all, lost(Loss.DEADLOCK), rule.limit());
                if (tellsOfTimeouts()) {
                    watch(all, lost(Loss.LOCK_WAIT_TIMEOUT), rule.limit());
                }
            }
            case LOCK_WAITS -> watch(all, ServerStatus.of(source, Counter.ROW_LOCK_WAITERS), rule.limit());
            case THREADS_RUNNING -> watch(all, ServerStatus.of(source, Counter.THREADS_RUNNING), rule.limit());
            case HISTORY -> watch(all, QuerySignal.historyLength(source), rule.limit());
            case REPLICA_LAG -> watch(all, ReplicaLag.of(new UrlSource(rule.subject()), "replica"), rule.limit());
            case QUERY -> watch(all, QuerySignal.of(source, rule.subject(), Unit.COUNT, rule.subject()), rule.limit());
            case HTTP -> watch(all, http(rule), rule.limit());
            case TIMER -> watch(all, timers.signal(rule.subject()), rule.limit());
            case CANARY -> watch(all, canaryWrite(), rule.limit());
            case NONE -> throw new IllegalStateException("no guard is none");
        }
    }

    private static void watch(List<Watched> all, Signal signal, Limit limit) {
        all.add(new Watched(signal, Guard.of(signal, limit), Origin.NAMED, Part.OTHER));
    }

    /** MariaDB tells those who may see PROCESS only, and a signal without a figure would keep the run at its floor. */
    private boolean tellsOfTimeouts() {
        Optional<String> unseen = checked.facts().family() == ServerFamily.MYSQL
                ? Optional.empty()
                : LostTransactions.unseen(source, ServerFamily.MARIADB, Loss.LOCK_WAIT_TIMEOUT);
        unseen.ifPresent(why ->
                log.info("batch run={} lock wait timeouts of online traffic are not watched reason=\"{}\"", run, why));
        return unseen.isEmpty();
    }

    private LostTransactions lost(Loss loss) {
        return LostTransactions.online(source, checked.facts().family(), loss, losses);
    }

    /** Statements that write the table, and the COMMITs beside them. */
    List<Watched> usual(Limit limit) {
        return orCanary(statements.usual(limit));
    }

    /** Where nobody writes the table, how the server does is all there is to see. */
    private List<Watched> orCanary(List<Watched> found) {
        if (!found.isEmpty()) {
            return found;
        }
        List<Watched> canary = new ArrayList<>();
        watch(canary, canaryWrite(), GuardSetup.USUAL_CANARY);
        return canary;
    }

    private void requireHistograms(String what) {
        if (!keepsHistograms()) {
            throw new ConfigurationException("MariaDB keeps no histogram of its statements, so P99 of " + what
                    + " cannot be a guard: take canary, or the application's own timer by http");
        }
    }

    private CanaryWrite canaryWrite() {
        transactions.inTransaction(Isolation.READ_COMMITTED, this::seed);
        return CanaryWrite.of(source, store.table("rowlock_batch_canary"), run, ticker);
    }

    private int seed(Connection connection) throws SQLException {
        return new Call(connection, store.sql(RunStatements.CANARY_SEED))
                .with(run)
                .update();
    }

    private static HttpSignal http(GuardRule rule) {
        String[] parts = rule.subject().split("\\s+", 2);
        if (parts.length < 2) {
            throw new ConfigurationException("cannot read the guard http " + rule.subject()
                    + ": write the page's address and the metric, such as http://127.0.0.1:8080/actuator/prometheus"
                    + " http_seconds{quantile=\"0.99\"}");
        }
        URI page = URI.create(parts[0]);
        Duration window = Duration.ofSeconds(10);
        return rule.limit().kind() == Limit.Kind.NUMBER
                ? HttpSignal.number(page, parts[1], window)
                : HttpSignal.latency(page, parts[1], Duration.ofSeconds(1), window);
    }
}
