package dev.rowlock.batch;

import dev.rowlock.mysql.table.RowKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as a handler gets it. Immutable.
 *
 * @param key its primary key
 * @param columns the columns asked for, as text; {@code null} for NULL
 */
public record HandledRow(RowKey key, Map<String, @Nullable String> columns) {
    public HandledRow {
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }
}
