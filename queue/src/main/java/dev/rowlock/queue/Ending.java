package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;

/** How a job can end. */
public enum Ending {
    /** Its handler finished it. */
    DONE(0),
    /** Somebody took it back. */
    CANCELLED(1),
    /** It was given up, and is kept among the dead letters. */
    DEAD(2),
    /** A dead letter was thrown away. */
    DISCARDED(3);

    private final int code;

    Ending(int code) {
        this.code = code;
    }

    /** What the tables keep. */
    public int code() {
        return code;
    }

    /** From what the tables keep. */
    public static Ending of(int code) {
        for (Ending ending : values()) {
            if (ending.code == code) {
                return ending;
            }
        }
        throw new ConfigurationException("the queue's tables hold the ending " + code
                + ", which a newer version must have written: use that one");
    }
}
