package dev.rowlock.queue.internal.line;

/** Names of lines, as the tables keep them: what kind of line it is, and the application's key. */
public final class LineKey {
    private static final String ORDERED = "o:";
    private static final String LIMITED = "l:";

    private LineKey() {}

    /** One at a time, in order; a job that is tried again keeps its turn. */
    public static String ordered(String key) {
        return ORDERED + key;
    }

    /** As many as the queue's limits allow; a job that is tried again lets others pass. */
    public static String limited(String key) {
        return LIMITED + key;
    }

    public static boolean isOrdered(String line) {
        return line.startsWith(ORDERED);
    }
}
