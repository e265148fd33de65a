package dev.rowlock.binlog;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote a row, as far as the binary log says. Immutable.
 *
 * <p>MySQL logs the connection's id with each transaction. MariaDB does so from 11.5 on only; it logs the text of each statement instead
 * ({@code binlog_annotate_row_events}, on by default), and so does MySQL with {@code binlog_rows_query_log_events=ON}. Of that text nothing
 * but a comment at its beginning is kept. So a writer that wants to be told from others on every server begins its statements with a
 * comment, or puts one behind their first word.
 *
 * @param connectionId the id that {@code CONNECTION_ID()} gave the writer; empty where the log does not have it
 * @param comment the text of the comment at the statement's beginning, cut after 100 characters
 */
public record Writer(OptionalLong connectionId, Optional<String> comment) {
    private static final long LOGGED_BITS = 0xFFFF_FFFFL;

    /** A writer of whom the log says nothing. */
    public static final Writer UNKNOWN = new Writer(OptionalLong.empty(), Optional.empty());

    /** The same writer, with what its statement's comment says. */
    public Writer withComment(@Nullable String text) {
        return new Writer(connectionId, Optional.ofNullable(text));
    }

    /** Whether it is one of these connections; of an id the log has 32 bits. */
    public boolean isOneOf(Set<Long> connectionIds) {
        return connectionId.isPresent()
                && connectionIds.stream().anyMatch(id -> (id & LOGGED_BITS) == connectionId.getAsLong());
    }
}
