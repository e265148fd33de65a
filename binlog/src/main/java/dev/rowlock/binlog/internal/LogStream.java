package dev.rowlock.binlog.internal;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import dev.rowlock.binlog.Gap;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.LogPosition;
import dev.rowlock.binlog.Refusal;
import dev.rowlock.binlog.Refusal.Reason;
import dev.rowlock.binlog.RowChange;
import dev.rowlock.binlog.RowEventSettings;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.binlog.RowListener;
import dev.rowlock.binlog.StreamState;
import dev.rowlock.binlog.internal.event.LogReader;
import dev.rowlock.binlog.internal.event.Watched;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the log on a thread of its own, connects again when the connection ends, and knows how far it is to be believed. A crash here leaves
 * nothing behind but a connection that the server ends at its next event.
 */
public final class LogStream implements RowEvents.Stream, LogReader.Sink {
    private static final Logger log = LoggerFactory.getLogger(LogStream.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

    private final LogAddress address;
    private final RowEventSettings settings;
    private final Watched watched;
    private final RowListener listener;
    private final ServerLog server;
    private final DataSource dataSource;
    private final InstantSource clock;
    private final Thread thread;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);

    private volatile LogPosition position;
    private volatile Instant upTo;
    private volatile boolean connected;
    private volatile String trouble = "the connection is being made";
    private volatile @Nullable Refusal refusal;
    private volatile @Nullable StreamClient client;
    private long serverId = randomServerId();
    private int failures;

    public LogStream(
            LogAddress address,
            RowEventSettings settings,
            Watched watched,
            RowListener listener,
            ServerLog server,
            DataSource dataSource,
            LogPosition start,
            InstantSource clock) {
        this.address = address;
        this.settings = settings;
        this.watched = watched;
        this.listener = listener;
        this.server = server;
        this.dataSource = dataSource;
        this.position = start;
        this.clock = clock;
        this.upTo = now();
        this.thread = new Thread(this::run, "rowlock-binlog-" + address.host() + ":" + address.port());
        this.thread.setDaemon(true);
    }

    /** Begins, and waits for the server's first word; says what stands in the way otherwise. */
    public Optional<Refusal> start() {
        thread.start();
        try {
            boolean heard = begun.await(settings.connect().multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
            Refusal refused = refusal;
            if (heard && refused == null) {
                return Optional.empty();
            }
            close();
            return Optional.of(refused == null ? unreachable(trouble) : refused);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            return Optional.of(unreachable("interrupted"));
        }
    }

    private void run() {
        while (closing.getCount() > 0 && refusal == null) {
            LogReader reader = new LogReader(watched, position, this);
            StreamClient next = new StreamClient(address, settings, serverId, position);
            next.setEventDeserializer(reader.deserializer());
            next.registerEventListener(reader);
            next.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
                @Override
                public void onConnect(BinaryLogClient made) {
                    if (closing.getCount() == 0 || made.getMasterServerId() != server.serverId()) {
                        next.end();
                    }
                }
            });
            client = next;
            if (closing.getCount() == 0) {
                break;
            }
            Exception end = next.run();
            connected = false;
            if (closing.getCount() > 0) {
                ended(next, end);
            }
        }
        begun.countDown();
    }

    private void ended(StreamClient last, Exception end) {
        Outcome outcome = last.getMasterServerId() >= 0 && last.getMasterServerId() != server.serverId()
                ? Outcome.OTHER_SERVER
                : Outcome.of(end);
        trouble = Outcome.words(end);
        if (begun.getCount() > 0 && outcome != Outcome.AGAIN && outcome != Outcome.SAME_ID) {
            refusal = refusal(outcome);
            return;
        }
        log.debug("binary log ended address=\"{}\" outcome={} reason=\"{}\"", address, outcome, trouble);
        switch (outcome) {
            case REFUSED, MISSING_RIGHT -> refusal = refusal(outcome);
            case SAME_ID -> serverId = randomServerId();
            case POSITION_LOST -> startOver("the place in the log was lost: " + trouble);
            case OTHER_SERVER -> startOver("another server answers at " + address.host() + ":" + address.port());
            case AGAIN -> {}
        }
        failures++;
        long pause = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures, 10));
        try {
            if (closing.await(pause, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    private Refusal refusal(Outcome outcome) {
        return switch (outcome) {
            case MISSING_RIGHT -> server.missingRight(trouble);
            case OTHER_SERVER ->
                new Refusal(
                        Reason.UNREACHABLE,
                        "at " + address.host() + ":" + address.port()
                                + " answers another server than at the JDBC URL: their server_id differ",
                        "give the address of the server that is written to");
            case REFUSED ->
                new Refusal(
                        Reason.LOGIN,
                        "the account " + address.user() + " cannot log in to read the binary log (" + trouble + ")",
                        "check the account, its password and sslMode");
            default -> unreachable(trouble);
        };
    }

    private Refusal unreachable(String why) {
        return new Refusal(
                Reason.UNREACHABLE,
                "the binary log cannot be read from " + address.host() + ":" + address.port() + " (" + why + ")",
                "check host, port and network");
    }

    /** Goes on from the log's present end; what lies between is never told. */
    private void startOver(String reason) {
        try (Connection connection = dataSource.getConnection()) {
            LogPosition end = server.end(connection).orElseThrow(() -> new SQLException("the binary log is off"));
            log.warn("binary log skipped from={} to={} reason=\"{}\"", position, end, reason);
            gap(new Gap(reason + "; going on from " + end, ""));
            position = end;
        } catch (SQLException e) {
            trouble = Outcome.words(e);
        }
    }

    @Override
    public void changed(RowChange change) {
        try {
            listener.changed(change);
        } catch (RuntimeException e) {
            log.warn("listener failed table={} reason=\"{}\"", change.table(), e.toString());
            gap(new Gap("the listener failed: " + e, ""));
        }
    }

    @Override
    public void gap(Gap gap) {
        try {
            listener.gap(gap);
        } catch (RuntimeException e) {
            log.warn("listener failed gap=\"{}\" reason=\"{}\"", gap, e.toString());
        }
    }

    @Override
    public void reached(LogPosition reached, Instant committedAt) {
        position = reached;
        if (committedAt.isAfter(upTo)) {
            upTo = committedAt;
        }
    }

    @Override
    public void idle() {
        upTo = now();
    }

    @Override
    public void heard() {
        if (!connected) {
            connected = true;
            failures = 0;
            begun.countDown();
        }
    }

    @Override
    public LogPosition position() {
        return position;
    }

    @Override
    public StreamState state() {
        Refusal refused = refusal;
        Duration lag = Duration.between(upTo, now());
        if (refused != null) {
            return new StreamState.Lost(upTo, refused.message(), refused.mend());
        }
        if (closing.getCount() == 0) {
            return new StreamState.Closed();
        }
        if (!connected) {
            return new StreamState.Behind(upTo, lag, trouble);
        }
        return lag.compareTo(settings.behindAfter()) > 0
                ? new StreamState.Behind(upTo, lag, "the log is read more slowly than it is written")
                : new StreamState.Running(upTo);
    }

    private Instant now() {
        return clock.instant().plus(server.clockOffset());
    }

    /** Two readers of one id would end each other's connection; nobody gives out ids, so chance has to. */
    private static long randomServerId() {
        return ThreadLocalRandom.current().nextLong(1_000_000_000L, 4_294_967_295L);
    }

    /** Ends the thread and the connection. Idempotent; not to be called by the listener. */
    @Override
    public void close() {
        closing.countDown();
        StreamClient last = client;
        if (last != null) {
            last.end();
        }
        try {
            thread.join(CLOSE_PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
