package dev.rowlock.binlog.internal.event;

import com.github.shyiko.mysql.binlog.event.EventData;
import java.time.Instant;

/**
 * An event as it came: its type and its body, unread. The body is nobody else's.
 *
 * @param at the header's time: when the statement began, in whole seconds of the server's clock
 * @param nextPosition where the next event begins in the file; 0 for events that are in no file
 * @param body empty when the event is about a table that nobody watches
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawEvent(int type, Instant at, int flags, long nextPosition, byte[] body) implements EventData {}
