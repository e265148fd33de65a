package dev.rowlock.cli.work;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.claim.work.WorkListener;
import dev.rowlock.mysql.ErrorCode;
import dev.rowlock.mysql.RowlockException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tells what happens to rows, apart from the usual. */
final class WorkTeller implements WorkListener {
    private final WorkOutput output;
    private final RunEnd end;

    WorkTeller(WorkOutput output, RunEnd end) {
        this.output = output;
        this.end = end;
    }

    @Override
    public void leaseLost(Lease lease, String why) {
        output.event(
                event("lease-lost", lease, why),
                "WARN lease lost key=" + lease.key() + " attempt=" + lease.attempt() + ": " + why);
    }

    @Override
    public void leaseRanOut(Lease lease) {
        output.event(
                event("lease-ran-out", lease, "not extended in time"),
                "WARN lease ran out key=" + lease.key() + " attempt=" + lease.attempt() + ": its program is ended");
    }

    @Override
    public void attemptFailed(Lease lease, String reason, LeaseState becomes) {
        String name = becomes == LeaseState.DEAD ? "dead" : "failed";
        output.event(
                event(name, lease, reason),
                name + " key=" + lease.key() + " attempt=" + lease.attempt() + ": " + reason);
    }

    @Override
    public void reclaimed(Reclaimed reclaimed) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "reclaimed");
        json.put("ready", reclaimed.ready().size());
        json.put("dead", reclaimed.dead().size());
        output.event(
                json,
                "took back rows of workers that are gone: " + reclaimed.ready().size() + " ready again, "
                        + reclaimed.dead().size() + " dead at the attempt limit");
    }

    @Override
    public void claimsFail(RowlockException failure) {
        if (failure.code() == ErrorCode.ACCESS_DENIED || failure.code() == ErrorCode.CONFIGURATION) {
            end.fail(failure);
            return;
        }
        output.claimsFail(failure);
    }

    @Override
    public void claimsWork() {
        output.claimsWork();
    }

    private static Map<String, Object> event(String name, Lease lease, String why) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", name);
        json.put("key", lease.key().toString());
        json.put("attempt", lease.attempt());
        lease.fence().token().ifPresent(token -> json.put("token", token));
        json.put("reason", why);
        return json;
    }
}
