package dev.rowlock.queue.internal.work;

import java.util.HashMap;
import java.util.Map;

/** Which handlers are kept for jobs that are being inserted, and until when. Guarded by the desk's lock. */
final class Seats {
    private final Map<DeskSeat, Long> kept = new HashMap<>();
    private boolean caughtUp;

    /** The last claim took all there was to take, or did not. */
    void caughtUp(boolean all) {
        caughtUp = all;
    }

    /**
     * Whether nothing waits, as far as this worker knows: a job must not be started past others that were there before it (B8).
     */
    boolean isCaughtUp() {
        return caughtUp;
    }

    int kept(long now) {
        kept.values().removeIf(until -> until - now <= 0);
        return kept.size();
    }

    void keep(DeskSeat seat, long until) {
        kept.put(seat, until);
    }

    /** Whether it was kept still. */
    boolean giveUp(DeskSeat seat) {
        return kept.remove(seat) != null;
    }
}
