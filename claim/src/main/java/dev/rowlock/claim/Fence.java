package dev.rowlock.claim;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a claim wrote into its row and every later write of that claim names: who does not know it can no longer change the row. Each
 * value is there when the table has the column. Times are the server's own text, never converted. Immutable.
 *
 * @param tokenOrNull the fencing token; larger than that of every earlier claim of the row
 * @param leaseUntilOrNull end of the lease by the database's clock
 * @param claimedAtOrNull time of the claim by the database's clock
 * @param ownerOrNull who claimed
 */
public record Fence(
        @Nullable Long tokenOrNull,
        @Nullable String leaseUntilOrNull,
        @Nullable String claimedAtOrNull,
        @Nullable String ownerOrNull) {

    public OptionalLong token() {
        return tokenOrNull == null ? OptionalLong.empty() : OptionalLong.of(tokenOrNull);
    }

    public Optional<String> leaseUntil() {
        return Optional.ofNullable(leaseUntilOrNull);
    }

    public Optional<String> claimedAt() {
        return Optional.ofNullable(claimedAtOrNull);
    }

    public Optional<String> owner() {
        return Optional.ofNullable(ownerOrNull);
    }
}
