package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.RowState;
import java.util.LinkedHashMap;
import java.util.Map;

/** Leases and rows as they are printed. */
final class LeaseJson {
    private LeaseJson() {}

    /** The lease as JSON, which {@code --from} reads again. */
    static Map<String, Object> of(Lease lease) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", lease.key().toString());
        json.put("attempt", lease.attempt());
        lease.fence().token().ifPresent(token -> json.put("token", token));
        lease.fence().leaseUntil().ifPresent(time -> json.put("leaseUntil", time));
        lease.fence().claimedAt().ifPresent(time -> json.put("claimedAt", time));
        lease.fence().owner().ifPresent(name -> json.put("owner", name));
        return json;
    }

    static Map<String, String> state(RowState seen) {
        Map<String, String> json = new LinkedHashMap<>();
        seen.values().forEach((role, value) -> json.put(role.usualName(), value));
        return json;
    }

    static String line(Lease lease) {
        StringBuilder text = new StringBuilder("  key " + lease.key() + "  attempt " + lease.attempt());
        lease.fence().token().ifPresent(token -> text.append("  token ").append(token));
        lease.fence()
                .leaseUntil()
                .ifPresent(time -> text.append("  lease until ").append(time));
        lease.fence().claimedAt().ifPresent(time -> text.append("  claimed at ").append(time));
        lease.fence().owner().ifPresent(name -> text.append("  owner ").append(name));
        return text.toString();
    }
}
