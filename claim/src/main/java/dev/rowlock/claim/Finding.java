package dev.rowlock.claim;

/**
 * Something about a table or its server that its owner should know before going live. Immutable.
 *
 * @param id which kind of finding, such as {@code claim-index}; stays the same when its words change
 * @param what what is so, with the value
 * @param why why it matters here
 * @param remedy the statement or setting that mends it
 * @param rule the rule it breaks, such as {@code A4}
 */
public record Finding(String id, Level level, String what, String why, String remedy, String rule) {
    /** How much it matters. */
    public enum Level {
        /** The table cannot be worked like this. */
        BLOCKS,
        /** It works, with a cost or a risk. */
        WARNS
    }
}
