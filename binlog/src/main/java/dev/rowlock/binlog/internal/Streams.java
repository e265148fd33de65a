package dev.rowlock.binlog.internal;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.LogPosition;
import dev.rowlock.binlog.Refusal;
import dev.rowlock.binlog.Refusal.Reason;
import dev.rowlock.binlog.RowEventSettings;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.binlog.RowListener;
import dev.rowlock.binlog.internal.event.KeyShape;
import dev.rowlock.binlog.internal.event.Watched;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.TableInspector;
import dev.rowlock.mysql.table.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens streams: asks what can be asked over JDBC first, since those answers are clearer than the protocol's. */
public final class Streams {
    private static final Logger log = LoggerFactory.getLogger(Streams.class);

    private Streams() {}

    /** A stream, or why there is none. */
    public record Result(Optional<RowEvents.Stream> stream, Optional<Refusal> refusal) {
        static Result refused(Refusal refusal) {
            return new Result(Optional.empty(), Optional.of(refusal));
        }

        public <R> R fold(
                Function<? super RowEvents.Stream, ? extends R> opened,
                Function<? super Refusal, ? extends R> refused) {
            return stream.isPresent() ? opened.apply(stream.get()) : refused.apply(refusal.orElseThrow());
        }
    }

    public static Result open(
            DataSource dataSource,
            LogAddress address,
            Collection<TableName> tables,
            RowListener listener,
            RowEventSettings settings) {
        if (tables.isEmpty()) {
            throw new ConfigurationException("no table to watch");
        }
        try (Connection connection = dataSource.getConnection()) {
            ServerLog server = ServerLog.read(connection, address);
            Optional<Refusal> refusal = server.refusal();
            if (refusal.isPresent()) {
                return Result.refused(refusal.get());
            }
            Watched watched = new Watched(name -> inspect(dataSource, name), server.letterCase());
            for (TableName table : tables) {
                TableShape shape = TableInspector.inspect(connection, table);
                KeyShape.Result key = KeyShape.of(shape);
                if (key.shape().isEmpty()) {
                    return Result.refused(new Refusal(
                            Reason.UNSUPPORTED_KEY,
                            "rows of " + table + " cannot be told apart in the binary log: " + key.why(),
                            ""));
                }
                watched.add(table, shape, key.shape().get());
            }
            Optional<LogPosition> start = end(server, connection);
            if (start.isEmpty()) {
                return Result.refused(server.missingRight("it may not ask where the log ends"));
            }
            LogStream stream = new LogStream(
                    address, settings, watched, listener, server, dataSource, start.get(), InstantSource.system());
            Optional<Refusal> refused = stream.start();
            return refused.map(Result::refused).orElseGet(() -> new Result(Optional.of(stream), Optional.empty()));
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    private static Optional<LogPosition> end(ServerLog server, Connection connection) throws SQLException {
        try {
            return server.end(connection);
        } catch (SQLException e) {
            if (ServerLog.isMissingRight(e.getErrorCode())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** On the stream's thread, when a table was altered. */
    private static Optional<TableShape> inspect(DataSource dataSource, TableName table) {
        try (Connection connection = dataSource.getConnection()) {
            return Optional.of(TableInspector.inspect(connection, table));
        } catch (SQLException | ConfigurationException e) {
            log.debug("table not inspected table={} reason=\"{}\"", table, e.getMessage());
            return Optional.empty();
        }
    }
}
