package dev.rowlock.binlog.internal.event;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.GtidEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import dev.rowlock.binlog.ChangeKind;
import dev.rowlock.binlog.Gap;
import dev.rowlock.binlog.LogPosition;
import dev.rowlock.binlog.RowChange;
import dev.rowlock.binlog.Writer;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Follows one connection's events: which transaction they belong to, where it is safe to begin again, and which rows of watched tables they
 * hold. Used by the stream's thread.
 */
public final class LogReader implements BinaryLogClient.EventListener {
    /** Where a transaction stands. */
    private enum Stage {
        BETWEEN,
        /** Its GTID was read; a statement that is no BEGIN is the whole of it. */
        ANNOUNCED,
        OPEN
    }

    /** Told of everything that was read. */
    public interface Sink {
        void changed(RowChange change);

        void gap(Gap gap);

        /** Everything before this place has been told. */
        void reached(LogPosition position, Instant committedAt);

        /** The server has nothing new. */
        void idle();

        /** A sign of life. */
        void heard();
    }

    private final Watched watched;
    private final Sink sink;
    private final KeyRows rows = new KeyRows();
    private final Map<Long, TableMap> tables = new HashMap<>();
    private LogPosition position;
    private Stage stage = Stage.BETWEEN;
    private Writer writer = Writer.UNKNOWN;
    private @Nullable Instant committedAt;

    public LogReader(Watched watched, LogPosition start, Sink sink) {
        this.watched = watched;
        this.position = start;
        this.sink = sink;
    }

    /** What the connector has to read with. */
    public EventDeserializer deserializer() {
        return new RawEventReader(tables::containsKey);
    }

    @Override
    public void onEvent(Event event) {
        sink.heard();
        if (event.getData() instanceof RotateEventData rotate) {
            position = new LogPosition(rotate.getBinlogFilename(), rotate.getBinlogPosition());
            if (event.getHeader().getTimestamp() != 0) {
                tables.clear(); // a new file describes its tables again
            }
            return;
        }
        RawEvent raw = event.getData();
        if (raw.type() == EventCode.HEARTBEAT || raw.type() == EventCode.HEARTBEAT_2) {
            if (stage == Stage.BETWEEN) {
                sink.idle();
            }
            return;
        }
        read(raw);
        if (stage == Stage.BETWEEN && raw.nextPosition() > 0 && raw.type() != EventCode.FORMAT_DESCRIPTION) {
            position = new LogPosition(position.file(), raw.nextPosition());
            Instant committed = committedAt;
            sink.reached(position, committed == null ? raw.at() : committed);
            committedAt = null;
        }
    }

    private void read(RawEvent event) {
        try {
            dispatch(event);
        } catch (IOException | RuntimeException e) {
            sink.gap(new Gap("an event of type " + event.type() + " could not be read: " + e.getMessage(), ""));
        }
    }

    private void dispatch(RawEvent event) throws IOException {
        int type = event.type();
        if (RowsEvent.isRows(type)) {
            rows(event);
            return;
        }
        switch (type) {
            case EventCode.GTID, EventCode.ANONYMOUS_GTID -> announced(commitTime(event.body()));
            case EventCode.TAGGED_GTID -> announced(null);
            case EventCode.MARIADB_GTID -> mariaDbGtid(event);
            case EventCode.QUERY -> query(event.body(), 0);
            case EventCode.MARIADB_QUERY_COMPRESSED -> query(event.body(), 1);
            case EventCode.ROWS_QUERY -> statement(new String(event.body(), StandardCharsets.UTF_8).substring(1));
            case EventCode.MARIADB_ANNOTATE_ROWS -> statement(new String(event.body(), StandardCharsets.UTF_8));
            case EventCode.TABLE_MAP -> table(TableMap.read(event.body()));
            case EventCode.XID, EventCode.XA_PREPARE -> ended(event.at());
            case EventCode.TRANSACTION_PAYLOAD -> payload(event.body());
            case EventCode.INCIDENT -> sink.gap(new Gap("the server reports an incident: its log misses changes", ""));
            default -> unknown(event);
        }
    }

    private void unknown(RawEvent event) {
        boolean matters = !EventCode.isSilent(event.type())
                && event.type() != EventCode.FORMAT_DESCRIPTION
                && (event.flags() & EventCode.IGNORABLE) == 0;
        if (matters) {
            sink.gap(new Gap("the log has an event of type " + event.type() + ", which is not known here", ""));
        }
    }

    private void announced(@Nullable Instant commit) {
        stage = Stage.ANNOUNCED;
        writer = Writer.UNKNOWN;
        committedAt = commit;
    }

    private static Instant commitTime(byte[] body) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(body);
        in.enterBlock(body.length);
        GtidEventData gtid = new GtidEventDataDeserializer().deserialize(in);
        return Instant.EPOCH.plus(gtid.getImmediateCommitTimestamp(), ChronoUnit.MICROS);
    }

    /** MariaDB has no BEGIN: its GTID opens the transaction, or announces a statement that stands alone. */
    private void mariaDbGtid(RawEvent event) {
        announced(event.at());
        boolean standsAlone = (event.body()[12] & 1) != 0;
        if (!standsAlone) {
            stage = Stage.OPEN;
        }
    }

    private void ended(Instant at) {
        stage = Stage.BETWEEN;
        if (committedAt == null) {
            committedAt = at;
        }
    }

    /** The body of a statement: connection, schema, text. */
    private void query(byte[] body, int compressed) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(body);
        in.enterBlock(body.length);
        long connection = in.readLong(4);
        in.skipNBytes(4);
        int schema = in.readInteger(1);
        in.skipNBytes(2);
        in.skipNBytes(in.readInteger(2) + schema + 1L);
        byte[] bytes = compressed == 0
                ? in.read(in.available())
                : MariaDbCompression.decompress(body, body.length - in.available());
        String sql = new String(bytes, StandardCharsets.UTF_8);
        if (connection != 0) {
            writer = new Writer(OptionalLong.of(connection), writer.comment());
        }
        if (sql.equals("BEGIN") || sql.startsWith("XA START")) {
            stage = Stage.OPEN;
        } else if (stage == Stage.OPEN) {
            inside(sql);
        } else {
            stage = Stage.BETWEEN;
            alone(sql);
        }
    }

    private void inside(String sql) {
        if (sql.equals("COMMIT") || sql.equals("ROLLBACK")) {
            stage = Stage.BETWEEN;
        } else if (StatementText.of(sql).changesData()) {
            sink.gap(new Gap(
                    "a session logs statements, which do not name the rows they change",
                    "let no session SET binlog_format to anything but ROW"));
        } else if (StatementText.of(sql).changesTables()) {
            watched.altered(sql);
        }
    }

    private void alone(String sql) {
        StatementText text = StatementText.of(sql);
        if (text.changesTables()) {
            Optional<TableName> table = watched.altered(sql);
            if (table.isPresent()
                    && (text.firstWord().equals("truncate") || text.firstWord().equals("drop"))) {
                sink.gap(new Gap("a statement removed all rows of " + table.get() + " at once", ""));
            }
        } else if (text.changesData()) {
            inside(sql);
        }
    }

    private void statement(String sql) {
        writer = writer.withComment(StatementText.of(sql).comment().orElse(null));
    }

    private void table(TableMap map) {
        if (watched.name(map).isPresent()) {
            tables.put(map.id(), map);
        } else {
            tables.remove(map.id());
        }
    }

    private void payload(byte[] body) throws IOException {
        byte[] events = Payload.decompress(body);
        ByteArrayInputStream in = new ByteArrayInputStream(events);
        RawEventReader inner = RawEventReader.ofPayload(tables::containsKey);
        int read = 0;
        while (read < events.length) {
            Event event = inner.nextEvent(in);
            read += Math.toIntExact(
                    ((com.github.shyiko.mysql.binlog.event.EventHeaderV4) event.getHeader()).getEventLength());
            read(event.getData());
        }
    }

    private void rows(RawEvent event) throws IOException {
        if (event.body().length == 0) {
            return;
        }
        TableMap map = tables.get(RowsEvent.tableId(event.body()));
        if (map == null) {
            return;
        }
        TableName table = watched.name(map).orElseThrow();
        Optional<KeyShape> shape = watched.shape(map);
        if (shape.isEmpty()) {
            sink.gap(new Gap("the table " + table + " was altered, and its key cannot be read any more", ""));
            return;
        }
        Instant committed = committedAt;
        RowTeller teller = new RowTeller(table, shape.get(), committed == null ? event.at() : committed);
        rows.read(RowsEvent.of(event.type()), map, shape.get().positions(), event.body(), teller);
    }

    /** Tells rows of one event. */
    private final class RowTeller implements KeyRows.Sink {
        private final TableName table;
        private final KeyShape shape;
        private final Instant at;

        RowTeller(TableName table, KeyShape shape, Instant at) {
            this.table = table;
            this.shape = shape;
            this.at = at;
        }

        @Override
        public void row(
                ChangeKind kind,
                @Nullable Serializable @Nullable [] before,
                @Nullable Serializable @Nullable [] after) {
            if (before == null) {
                tell(kind, after == null ? new Serializable[0] : after);
            } else if (after == null) {
                tell(kind, before);
            } else {
                updated(before, after);
            }
        }

        /** With {@code binlog_row_image=MINIMAL} the row after an update has changed columns only. */
        private void updated(@Nullable Serializable[] before, @Nullable Serializable[] after) {
            @Nullable Serializable[] whole = before.clone();
            for (int part = 0; part < after.length; part++) {
                Serializable value = after[part];
                if (value != null) {
                    whole[part] = value;
                }
            }
            Optional<RowKey> old = shape.key(before);
            Optional<RowKey> now = shape.key(whole);
            if (old.isPresent() && old.equals(now)) {
                tell(ChangeKind.UPDATE, before);
            } else {
                tell(ChangeKind.DELETE, before);
                tell(ChangeKind.INSERT, whole);
            }
        }

        private void tell(ChangeKind kind, @Nullable Serializable[] values) {
            Optional<RowKey> key = values.length == 0 ? Optional.empty() : shape.key(values);
            key.ifPresentOrElse(
                    found -> sink.changed(new RowChange(table, kind, found, writer, at)),
                    () -> sink.gap(new Gap("the log does not have the key of a row of " + table, "")));
        }
    }
}
