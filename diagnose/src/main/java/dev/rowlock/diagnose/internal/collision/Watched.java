package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What was seen in the window.
 *
 * @param collisions rows that online traffic wrote and the batch would have touched before or after the write
 * @param weight how many rows each of them stands for
 * @param written distinct rows written, whether or not the batch would touch them
 * @param writes all writes
 * @param took how long was watched
 * @param gaps why writes may be missing
 */
record Watched(Set<RowKey> collisions, double weight, double written, long writes, Duration took, List<String> gaps) {}
