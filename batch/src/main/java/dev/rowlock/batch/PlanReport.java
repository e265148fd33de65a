package dev.rowlock.batch;

import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a plan would do on this server, looked up and sampled; nothing was written. Immutable.
 *
 * @param table with its schema
 * @param key the columns of its primary key
 * @param server family and version
 * @param rows of the table; the server's own estimate unless all were looked at
 * @param matching rows that the batch would touch
 * @param sampled rows that were looked at
 * @param scanSpeed rows looked at a second, so that a scan of the whole table takes at least {@code rows / scanSpeed}
 * @param statements of a chunk, in their order
 * @param shards as they would be cut now; empty for remainders and for an empty table
 * @param onlineWrites of the table a second while the plan looked; {@code null} when the server does not count them
 * @param paces how long it takes at several rates; the first is the plan's own
 * @param windowOrNull {@code null} without a window
 * @param collisionsOrNull {@code null} when nobody measured
 * @param notes what else is worth knowing, what matters most first
 * @param took how long the plan looked
 */
public record PlanReport(
        BatchPlan plan,
        TableName table,
        List<String> key,
        String server,
        RowEstimate rows,
        RowEstimate matching,
        long sampled,
        double scanSpeed,
        List<PlannedStatement> statements,
        List<PlannedShard> shards,
        @Nullable Double onlineWrites,
        List<PlannedPace> paces,
        @Nullable PlannedWindow windowOrNull,
        @Nullable CollisionReading collisionsOrNull,
        List<PlanNote> notes,
        Duration took) {
    public PlanReport {
        key = List.copyOf(key);
        statements = List.copyOf(statements);
        shards = List.copyOf(shards);
        paces = List.copyOf(paces);
        notes = List.copyOf(notes);
    }

    /** Writes of the table a second by others, where the server counts them. */
    public OptionalDouble online() {
        return onlineWrites == null ? OptionalDouble.empty() : OptionalDouble.of(onlineWrites);
    }

    public Optional<PlannedWindow> window() {
        return Optional.ofNullable(windowOrNull);
    }

    public Optional<CollisionReading> collisions() {
        return Optional.ofNullable(collisionsOrNull);
    }

    /** Whether nothing known stands in the way of a start. */
    public boolean canStart() {
        return notes.stream().noneMatch(note -> note.weight() == PlanNote.Weight.BLOCKS);
    }
}
