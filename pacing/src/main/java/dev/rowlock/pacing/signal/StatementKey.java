package dev.rowlock.pacing.signal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A statement as the server counts it. Immutable.
 *
 * @param schemaOrNull the schema its sessions were in; none for sessions without one
 * @param digest the server's digest of it, 64 hex digits
 * @param text the statement with its literals taken out, for people
 */
public record StatementKey(@Nullable String schemaOrNull, String digest, String text) {
    private static final int SHOWN = 60;

    public Optional<String> schema() {
        return Optional.ofNullable(schemaOrNull);
    }

    /** The statement in one short line. */
    public String label() {
        String line = text.replace("`", "").replaceAll("\\s+", " ").strip();
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN - 3) + "...";
    }
}
