package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.LeaseLostException;
import dev.rowlock.queue.StopReason;
import dev.rowlock.queue.internal.Headers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A held job as its handler sees it. Thread-safe. */
final class HeldJob<T> implements Job<T> {
    /** What stands behind it. */
    record Source(Held held, Desk desk, Settling settling, LongSupplier ticker) {}

    private final Source source;
    private final T payload;

    HeldJob(Source source, T payload) {
        this.source = source;
        this.payload = payload;
    }

    private LeasedJob row() {
        return source.held().job;
    }

    @Override
    public JobId id() {
        return row().id();
    }

    @Override
    public String kind() {
        return row().kind();
    }

    @Override
    public T payload() {
        return payload;
    }

    @Override
    public int attempt() {
        return row().attempts() + 1;
    }

    @Override
    public int maxAttempts() {
        return row().maxAttempts();
    }

    @Override
    public Map<String, String> headers() {
        return Headers.parse(row().headers());
    }

    @Override
    public long token() {
        return row().token();
    }

    @Override
    public boolean isCancelled() {
        return source.held().stop.isTold();
    }

    @Override
    public Optional<StopReason> stopReason() {
        return source.held().stop.reason();
    }

    @Override
    public void onCancel(Runnable listener) {
        source.held().stop.listen(listener);
    }

    @Override
    public void progress(long done, long total) {
        source.held().report().progress(done, total, null);
    }

    @Override
    public void progress(long done, long total, String note) {
        source.held().report().progress(done, total, note);
    }

    @Override
    public void log(String line) {
        Held held = source.held();
        held.report().log(Duration.ofNanos(source.ticker().getAsLong() - held.startedAt), line);
    }

    @Override
    public JobOutcome completeOn(Connection connection) {
        return completeOn(connection, JobOutcome.done());
    }

    @Override
    public JobOutcome completeOn(Connection connection, JobOutcome.Done outcome) {
        source.desk().pin(source.held());
        Held done = new Held(row(), source.held().deadline);
        done.ruling = Ruling.done(outcome.result());
        try {
            if (!source.settling().complete(connection, done)) {
                throw LeaseLostException.of(id());
            }
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
        return new JobOutcome.Settled(id());
    }
}
