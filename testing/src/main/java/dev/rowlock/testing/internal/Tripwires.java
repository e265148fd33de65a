package dev.rowlock.testing.internal;

import dev.rowlock.testing.Tripwire;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The faults of one proxy that have not happened yet. Safe for use by several threads. */
public final class Tripwires {
    private final List<Tripwire> waiting = new CopyOnWriteArrayList<>();

    public Tripwire add(Tripwire tripwire) {
        waiting.add(tripwire);
        return tripwire;
    }

    Optional<Tripwire> metBy(String statement) {
        for (Tripwire tripwire : waiting) {
            if (tripwire.meets(statement)) {
                waiting.remove(tripwire);
                return Optional.of(tripwire);
            }
        }
        return Optional.empty();
    }
}
