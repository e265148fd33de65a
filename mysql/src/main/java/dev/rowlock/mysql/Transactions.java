package dev.rowlock.mysql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where transactions are opened, committed, rolled back and run again.
 *
 * <p>A transaction is retried as a whole, never as its last statement (B6), and only after a ROLLBACK: error 1205 leaves the
 * transaction open with its locks (facts 3.1). Between runs the connection goes back to the pool, so no lock and no connection is held
 * while pausing. A COMMIT whose answer was lost is resolved by {@link ReadBack} or reported as {@link Failure#COMMIT_UNKNOWN}.
 *
 * <p>Thread-safe and without state of its own; each call takes one connection at a time.
 */
public final class Transactions {
    private static final Logger log = LoggerFactory.getLogger(Transactions.class);

    private final DataSource dataSource;
    private final SessionState sessions;
    private final RetryPolicy retry;
    private final Consumer<? super StoreException> observer;
    private final @Nullable Duration lockWaitOrNull;
    private final CommitForm commits;

    private Transactions(
            DataSource dataSource,
            SessionState sessions,
            RetryPolicy retry,
            Consumer<? super StoreException> observer,
            @Nullable Duration lockWaitOrNull,
            CommitForm commits) {
        this.dataSource = dataSource;
        this.sessions = sessions;
        this.retry = retry;
        this.observer = observer;
        this.lockWaitOrNull = lockWaitOrNull;
        this.commits = commits;
    }

    /** Transactions on connections of any state, with the standard retries. */
    public static Transactions of(DataSource dataSource) {
        return new Transactions(
                dataSource, SessionState.ANY, RetryPolicy.standard(), failure -> {}, null, CommitForm.PLAIN);
    }

    /** The same on sessions of which more is known. */
    public Transactions sessions(SessionState state) {
        return new Transactions(dataSource, state, retry, observer, lockWaitOrNull, commits);
    }

    /** The same with other retries. */
    public Transactions retry(RetryPolicy policy) {
        return new Transactions(dataSource, sessions, policy, observer, lockWaitOrNull, commits);
    }

    /** The same, where somebody is told of each run that failed, also when another run follows. It must return at once. */
    public Transactions observed(Consumer<? super StoreException> listener) {
        return new Transactions(dataSource, sessions, retry, listener, lockWaitOrNull, commits);
    }

    /**
     * The same, where a statement that meets a lock gives up with error 1205 after this long, in whole seconds and one at least. The session's own patience is put back
     * before its connection is. MySQL only. Costs no round trip before the transaction at {@link SessionState#ANY}, one otherwise, and one after it, when nothing is locked.
     */
    public Transactions lockWait(Duration patience) {
        if (patience.toSeconds() < 1) {
            throw new IllegalArgumentException("innodb_lock_wait_timeout is whole seconds, 1 at least: " + patience);
        }
        return new Transactions(dataSource, sessions, retry, observer, patience, commits);
    }

    /** The same, committed in other words, which the server counts apart. */
    public Transactions commits(CommitForm form) {
        return new Transactions(dataSource, sessions, retry, observer, lockWaitOrNull, form);
    }

    /** Where connections come from. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** As {@link #inTransaction(Isolation, TransactionBody, ReadBack)} for work that leaves nothing to read back. */
    public <R, X extends Exception> R inTransaction(Isolation isolation, TransactionBody<R, X> body) throws X {
        return inTransaction(isolation, body, ReadBack.impossible());
    }

    /**
     * Runs the body in a transaction and commits it; on any exception it is rolled back (B4).
     *
     * @throws X what the body threw of its own, after the ROLLBACK
     * @throws StoreException when the server refused, was lost, or refused again after all retries
     */
    public <R, X extends Exception> R inTransaction(
            Isolation isolation, TransactionBody<R, X> body, ReadBack<R> readBack) throws X {
        List<StoreException> earlier = new ArrayList<>();
        long start = System.nanoTime();
        for (int run = 1; ; run++) {
            Run<R> outcome = runOnce(isolation, body, readBack);
            StoreException failure = outcome.failure();
            if (failure == null) {
                return outcome.result();
            }
            observer.accept(failure);
            boolean last = run >= retry.attempts() || !outcome.again();
            if (last || !pause(run)) {
                throw exhausted(failure, earlier, run, Duration.ofNanos(System.nanoTime() - start));
            }
            log.debug("transaction runs again reason=\"{}\" run={}", failure.getMessage(), run);
            earlier.add(failure);
        }
    }

    /** One run: a result, or a failure and whether another run may help. */
    private record Run<R>(@Nullable R value, @Nullable StoreException failure, boolean again) {
        static <R> Run<R> of(R result) {
            return new Run<>(result, null, false);
        }

        static <R> Run<R> failed(StoreException failure) {
            return new Run<>(null, failure, failure.failure().retryable());
        }

        @SuppressWarnings("NullAway") // R itself may be nullable: value is only read on success
        R result() {
            return value;
        }
    }

    private <R, X extends Exception> Run<R> runOnce(
            Isolation isolation, TransactionBody<R, X> body, ReadBack<R> readBack) throws X {
        R result;
        SQLException lost;
        try (OpenTransaction open = open(isolation)) {
            try {
                result = body.run(open.connection());
            } catch (SQLException e) {
                open.rollback(e);
                return Run.failed(StoreException.of(e));
            } catch (Throwable e) {
                open.rollback(e);
                if (e instanceof StoreException store) {
                    return Run.failed(store);
                }
                throw e;
            }
            SQLException failed = open.commit(commits);
            if (failed == null) {
                return Run.of(result);
            }
            Failure failure = Failure.ofCommit(failed);
            if (failure != Failure.COMMIT_UNKNOWN) {
                open.rollback(failed);
                return Run.failed(StoreException.of(failed));
            }
            open.discard();
            lost = failed;
        } catch (SQLException e) {
            return Run.failed(StoreException.of(e));
        }
        return resolve(result, readBack, lost); // with the lost connection given back: a pool of one is enough
    }

    private <R> Run<R> resolve(R result, ReadBack<R> readBack, SQLException lost) {
        CommitVerdict verdict = readBack(result, readBack);
        log.info("commit answer lost verdict={} reason=\"{}\"", verdict, StoreException.describe(lost));
        return switch (verdict) {
            case COMMITTED -> Run.of(result);
            case NOT_COMMITTED ->
                Run.failed(new StoreException(
                        Failure.CONNECTION, "connection lost, not committed: " + StoreException.describe(lost), lost));
            case UNKNOWN ->
                Run.failed(new StoreException(
                        Failure.COMMIT_UNKNOWN,
                        "the connection was lost during COMMIT and what was written does not tell whether it happened: "
                                + StoreException.describe(lost),
                        lost));
        };
    }

    private <R> CommitVerdict readBack(R result, ReadBack<R> readBack) {
        long deadline = System.nanoTime() + retry.readBackPatience().toNanos();
        for (int run = 1; ; run++) {
            try (OpenTransaction open = open(Isolation.READ_COMMITTED)) {
                try {
                    return readBack.read(open.connection(), result);
                } finally {
                    open.rollback(null);
                }
            } catch (SQLException | StoreException e) {
                Failure failure = e instanceof SQLException sql ? Failure.of(sql) : ((StoreException) e).failure();
                if (!failure.retryable() || System.nanoTime() >= deadline || !pause(run)) {
                    log.warn("reading back a commit failed reason=\"{}\"", e.getMessage());
                    return CommitVerdict.UNKNOWN;
                }
            }
        }
    }

    private OpenTransaction open(Isolation isolation) throws SQLException {
        return OpenTransaction.begin(dataSource, sessions, lockWaitOrNull, isolation);
    }

    private boolean pause(int run) {
        LockSupport.parkNanos(retry.pauseAfter(run, ThreadLocalRandom.current()).toNanos());
        return !Thread.currentThread().isInterrupted();
    }

    private static StoreException exhausted(
            StoreException failure, List<StoreException> earlier, int runs, Duration elapsed) {
        if (earlier.isEmpty()) {
            return failure;
        }
        SQLException cause = (SQLException) failure.getCause();
        StoreException last = new StoreException(
                failure.failure(),
                failure.getMessage() + " (gave up after " + runs + " runs in " + elapsed.toMillis() + " ms)",
                cause == null ? new SQLException(failure.getMessage()) : cause);
        earlier.forEach(last::addSuppressed);
        return last;
    }
}
