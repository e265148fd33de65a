package dev.rowlock.queue;

import java.util.List;

/**
 * Where the schema is. Immutable.
 *
 * @param version the newest migration that is applied; 0 for none
 * @param applied what this call applied
 * @param pending what is still to be applied, in order
 */
public record SchemaState(int version, List<String> applied, List<String> pending) {
    public SchemaState {
        applied = List.copyOf(applied);
        pending = List.copyOf(pending);
    }
}
