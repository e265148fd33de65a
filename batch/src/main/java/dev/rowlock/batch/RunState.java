package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.util.Locale;

/** State of a run. Running and paused turn into each other; the others are final, but {@code stopped} can be resumed. */
public enum RunState {
    RUNNING,
    PAUSED,
    /** Its window closed, or it was stopped, before the work was done; it can be resumed. */
    STOPPED,
    DONE,
    CANCELLED;

    public boolean isOver() {
        return this == DONE || this == CANCELLED;
    }

    /** As tables and people write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads what {@link #text} wrote. */
    public static RunState parse(String text) {
        for (RunState state : values()) {
            if (state.text().equals(text)) {
                return state;
            }
        }
        throw new ConfigurationException("unknown state of a run: " + text);
    }
}
