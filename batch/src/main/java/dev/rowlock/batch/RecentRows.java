package dev.rowlock.batch;

import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Tells which rows online traffic wrote a moment ago, so that a batch leaves them for later: who writes a row once often writes it again. It only
 * makes collisions rarer; what is right does not hang on it. Implementations are thread-safe.
 */
public interface RecentRows extends AutoCloseable {
    /** Those of the keys that were written of late; none while that is not known. */
    Set<RowKey> among(List<RowKey> keys);

    @Override
    void close();

    /** Nobody looks. */
    static RecentRows none() {
        return new RecentRows() {
            @Override
            public Set<RowKey> among(List<RowKey> keys) {
                return Set.of();
            }

            @Override
            public void close() {}
        };
    }

    /** Where they are learnt from, such as the binary log. */
    @FunctionalInterface
    interface Source {
        /**
         * Begins to listen.
         *
         * @throws dev.rowlock.mysql.ConfigurationException when that cannot be had on this server; the message has what mends it
         */
        RecentRows open(TableName table, Duration within);
    }
}
