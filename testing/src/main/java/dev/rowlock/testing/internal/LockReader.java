package dev.rowlock.testing.internal;

import dev.rowlock.embedded.ServerFamily;
import dev.rowlock.testing.RowLock;
import dev.rowlock.testing.RowLocks;
import dev.rowlock.testing.internal.sql.KitStatements;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Asks a server, on a connection of its own, which row locks another connection has. */
public record LockReader(Sql sql, ServerFamily family) {
    /** InnoDB answers from a copy as long as somebody asked within the last 0.1 s. */
    static final Duration COPY_IS_KEPT = Duration.ofMillis(120);

    public RowLocks of(long connectionId) {
        if (family == ServerFamily.MARIADB) {
            LockSupport.parkNanos(COPY_IS_KEPT.toNanos());
            return new RowLocks(sql.number(KitStatements.ROW_LOCK_COUNT.formatted(connectionId)), Optional.empty());
        }
        List<RowLock> entries = sql.rows(KitStatements.ROW_LOCKS.formatted(connectionId)).stream()
                .map(LockReader::entry)
                .toList();
        return new RowLocks(entries.size(), Optional.of(entries));
    }

    private static RowLock entry(Map<String, @Nullable Object> row) {
        return new RowLock(text(row, "tab"), text(row, "idx"), text(row, "mode"), text(row, "status"), nullable(row));
    }

    private static String text(Map<String, @Nullable Object> row, String column) {
        return Objects.toString(row.get(column));
    }

    private static @Nullable String nullable(Map<String, @Nullable Object> row) {
        Object data = row.get("data");
        return data == null ? null : data.toString();
    }
}
