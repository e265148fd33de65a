package dev.rowlock.queue.internal.line;

import java.util.Optional;

/** Names of lines, as the tables keep them: what kind of line it is, and the application's key. */
public final class LineKey {
    private static final String ORDERED = "o:";
    private static final String LIMITED = "l:";
    private static final String OF_KIND = "k:";

    /** The queue itself: no job waits in it. */
    public static final String QUEUE = "q:";

    private LineKey() {}

    /** One at a time, in order; a job that is tried again keeps its turn. */
    public static String ordered(String key) {
        return ORDERED + key;
    }

    /** As many as the queue's limits allow; a job that is tried again lets others pass. */
    public static String limited(String key) {
        return LIMITED + key;
    }

    /** Jobs of one kind, as many as its limits allow; otherwise as {@link #limited}. */
    public static String ofKind(String kind) {
        return OF_KIND + kind;
    }

    /** The kind whose line it is, if it is one of a kind. */
    static Optional<String> kind(String line) {
        return line.startsWith(OF_KIND) ? Optional.of(line.substring(OF_KIND.length())) : Optional.empty();
    }

    /** What a limited line is held to: that of all concurrency keys, or its own. */
    static String scope(String line) {
        return line.startsWith(LIMITED) ? LIMITED : line;
    }

    /** Behind which limited lines begin, of kinds and of keys. */
    static String beforeLimited() {
        return OF_KIND;
    }

    public static boolean isOrdered(String line) {
        return line.startsWith(ORDERED);
    }
}
