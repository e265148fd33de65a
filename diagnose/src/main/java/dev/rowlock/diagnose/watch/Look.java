package dev.rowlock.diagnose.watch;

import dev.rowlock.diagnose.Deadlock;
import java.util.List;
import java.util.Optional;

/**
 * What one look of a {@link DeadlockWatch} found. Immutable.
 *
 * @param server which server it was: its UUID, or host and port on MariaDB
 * @param fresh a deadlock that no look before has shown
 * @param before at the first look, the latest deadlock before it, which is not new and is not counted
 * @param notes what whoever watches should know, each said once
 */
public record Look(String server, Optional<Deadlock> fresh, Optional<Deadlock> before, List<String> notes) {
    public Look {
        notes = List.copyOf(notes);
    }
}
