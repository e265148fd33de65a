package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;

/**
 * How the key space is cut, so that workers cannot meet (C3). Immutable.
 *
 * @param kind contiguous ranges, or remainders
 * @param shards 1 to 1 000
 */
public record ShardRule(Kind kind, int shards) {
    private static final int MOST = 1_000;

    /** How it is cut. */
    public enum Kind {
        /** Contiguous ranges with about the same number of rows each, by a sample of the keys. */
        RANGES,
        /** {@code key % n}, for a key of one whole number; every shard reads the whole table. */
        MODULO
    }

    public ShardRule {
        if (shards < 1 || shards > MOST) {
            throw new ConfigurationException(shards + " shards: write 1 to " + MOST);
        }
    }

    /** Contiguous ranges. */
    public static ShardRule ranges(int shards) {
        return new ShardRule(Kind.RANGES, shards);
    }

    /** Remainders of the key. */
    public static ShardRule modulo(int shards) {
        return new ShardRule(Kind.MODULO, shards);
    }
}
