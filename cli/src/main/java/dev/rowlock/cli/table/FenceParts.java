package dev.rowlock.cli.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.Fence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a later command has to name of a claim: the token where the table has one, else everything the claim wrote. */
final class FenceParts {
    private FenceParts() {}

    /** Options and values. */
    static Map<String, String> of(Fence fence, Set<ColumnRole> columns) {
        Map<String, String> parts = new LinkedHashMap<>();
        fence.token().ifPresent(token -> parts.put("--token", Long.toString(token)));
        if (!columns.contains(ColumnRole.TOKEN)) {
            fence.leaseUntil().ifPresent(time -> parts.put("--lease-until", time));
            fence.claimedAt().ifPresent(time -> parts.put("--claimed-at", time));
            fence.owner().ifPresent(name -> parts.put("--owner", name));
        }
        return parts;
    }
}
