package dev.rowlock.binlog.internal.event;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.FormatDescriptionEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.RotateEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.function.LongPredicate;

/**
 * Cuts the stream into events without reading them, so that an event which cannot be read never costs the place in the stream, and rows of
 * tables that nobody watches cost no memory. Used by one thread.
 */
final class RawEventReader extends EventDeserializer {
    private static final int HEADER = 19;
    private static final int TABLE_ID = 6;
    private static final byte[] NOTHING = {};

    private final LongPredicate watchedTableId;
    private int checksum;

    RawEventReader(LongPredicate watchedTableId) {
        this.watchedTableId = watchedTableId;
    }

    @Override
    @SuppressWarnings("deprecation") // the connector calls it when it has asked the server for checksums
    public void setChecksumType(ChecksumType type) {
        checksum = type.getLength();
    }

    @Override
    @SuppressWarnings("NullAway") // the connector wants null for the stream's end
    public Event nextEvent(ByteArrayInputStream stream) throws IOException {
        if (stream.peek() == -1) {
            return null;
        }
        EventHeaderV4 header = new EventHeaderV4();
        header.setTimestamp(stream.readLong(4) * 1_000);
        int type = stream.readInteger(1);
        header.setEventType(type == EventCode.ROTATE ? EventType.ROTATE : EventType.UNKNOWN);
        header.setServerId(stream.readLong(4));
        header.setEventLength(stream.readLong(4));
        header.setNextPosition(stream.readLong(4));
        header.setFlags(stream.readInteger(2));
        int length = Math.toIntExact(header.getEventLength()) - HEADER;
        if (type == EventCode.FORMAT_DESCRIPTION) {
            return new Event(header, formatDescription(header, stream.read(length)));
        }
        int body = length - checksum;
        if (type == EventCode.ROTATE) {
            RotateEventData rotate = rotate(stream.read(body));
            stream.skipNBytes(checksum);
            return new Event(header, rotate);
        }
        return new Event(header, event(header, type, body(stream, type, body)));
    }

    private byte[] body(ByteArrayInputStream stream, int type, int length) throws IOException {
        byte[] body = NOTHING;
        if (RowsEvent.isRows(type) && length >= TABLE_ID) {
            byte[] start = stream.read(TABLE_ID);
            if (watchedTableId.test(RowsEvent.tableId(start))) {
                body = java.util.Arrays.copyOf(start, length);
                stream.fill(body, TABLE_ID, length - TABLE_ID);
            } else {
                stream.skipNBytes(length - TABLE_ID);
            }
        } else {
            body = stream.read(length);
        }
        stream.skipNBytes(checksum);
        return body;
    }

    private static RawEvent event(EventHeaderV4 header, int type, byte[] body) {
        return new RawEvent(
                type, Instant.ofEpochMilli(header.getTimestamp()), header.getFlags(), header.getNextPosition(), body);
    }

    /** Says which checksum the events after it have; its own is inside what the library counts as its body. */
    private RawEvent formatDescription(EventHeaderV4 header, byte[] body) throws IOException {
        ByteArrayInputStream stream = new ByteArrayInputStream(body);
        stream.enterBlock(body.length);
        checksum = new FormatDescriptionEventDataDeserializer()
                .deserialize(stream)
                .getChecksumType()
                .getLength();
        return event(header, EventCode.FORMAT_DESCRIPTION, NOTHING);
    }

    private static RotateEventData rotate(byte[] body) throws IOException {
        ByteArrayInputStream stream = new ByteArrayInputStream(body);
        stream.enterBlock(body.length);
        return new RotateEventDataDeserializer().deserialize(stream);
    }

    /** The events inside a compressed transaction; they have no checksums. */
    static RawEventReader ofPayload(LongPredicate watchedTableId) {
        return new RawEventReader(watchedTableId);
    }
}
