package dev.rowlock.batch.internal;

import dev.rowlock.batch.Window;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a run's window lets it go on, and what changed since it was last told of (C11). Used by the pulse's thread alone. */
final class OpenHours {
    /** Whether it may go on. */
    enum State {
        OPEN,
        CLOSED
    }

    private final @Nullable Window windowOrNull;
    private final Clock clock;
    private State told = State.OPEN;
    private boolean begun;

    OpenHours(@Nullable Window windowOrNull, Clock clock) {
        this.windowOrNull = windowOrNull;
        this.clock = clock;
    }

    State now() {
        Window window = windowOrNull;
        if (window == null) {
            return State.OPEN;
        }
        boolean open = window.isOpen(clock.instant()) || (window.atEnd() == Window.AtEnd.FINISH && begun);
        begun |= open;
        return open ? State.OPEN : State.CLOSED;
    }

    /** In words, when it is not what was told before. */
    Optional<String> change(State state) {
        return state == told ? Optional.empty() : Optional.of(text(state));
    }

    String text(State state) {
        return "the window " + windowOrNull + (state == State.OPEN ? " opened" : " is closed");
    }

    /** The change is written down. */
    void told(State state) {
        told = state;
    }

    /** Whether the end of the window is the end of the run's work, until somebody resumes it. */
    boolean stops(State state) {
        Window window = windowOrNull;
        return state == State.CLOSED && window != null && window.atEnd() == Window.AtEnd.STOP && begun;
    }
}
