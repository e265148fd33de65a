package dev.rowlock.batch;

/**
 * What became of rows so far. Immutable.
 *
 * @param scanned rows looked at
 * @param matched rows that fulfilled the predicate when they were looked at
 * @param changed rows changed, deleted, archived or handled
 * @param changedByOthers rows that others changed or deleted before the batch could, so that they no longer matched (C5)
 * @param failed rows that a handler gave up on
 */
public record Counts(long scanned, long matched, long changed, long changedByOthers, long failed) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    public Counts plus(Counts other) {
        return new Counts(
                scanned + other.scanned,
                matched + other.matched,
                changed + other.changed,
                changedByOthers + other.changedByOthers,
                failed + other.failed);
    }

    /** Rows that matched and of which nothing else is known: others hold them still. */
    public long held() {
        return matched - changed - changedByOthers - failed;
    }
}
