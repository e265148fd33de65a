package dev.rowlock.testing;

import org.jspecify.annotations.Nullable;

/**
 * One record lock, as {@code performance_schema.data_locks} lists it.
 *
 * @param table without its schema
 * @param index {@code PRIMARY} for the clustered index
 * @param mode for example {@code X,REC_NOT_GAP}
 * @param status {@code GRANTED} or {@code WAITING}
 * @param data the indexed values of the record, as the server prints them; {@code supremum pseudo-record} for the end
 */
public record RowLock(
        String table,
        String index,
        String mode,
        String status,
        @Nullable String data) {}
