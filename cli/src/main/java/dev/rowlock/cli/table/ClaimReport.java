package dev.rowlock.cli.table;

import dev.rowlock.claim.ClaimAnswer;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TargetedClaim;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.mysql.table.RowKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Tells what a claim got. */
final class ClaimReport {
    private final LeaseTable table;
    private final NextCommand next;
    private final boolean payload;

    ClaimReport(LeaseTable table, NextCommand next, boolean payload) {
        this.table = table;
        this.next = next;
        this.payload = payload;
    }

    ExitCode batch(Output output, Supplier<ClaimAnswer> claim) {
        long start = System.nanoTime();
        ClaimAnswer answer = claim.get();
        double elapsed = millis(start);
        List<Lease> leases = answer.leases();
        String kind = answer.fold(full -> "full", some -> "short", nothing -> "nothing-visible");
        tell(
                output,
                kind,
                leases,
                elapsed,
                leases.isEmpty()
                        ? "nothing visible in " + table.name()
                                + " this round; that says nothing about rows others hold: ask again later"
                        : "claimed " + leases.size() + " of " + table.name() + " in " + elapsed + " ms");
        return leases.isEmpty() ? ExitCode.NO : ExitCode.DONE;
    }

    ExitCode one(Output output, Supplier<TargetedClaim> claim) {
        long start = System.nanoTime();
        TargetedClaim answer = claim.get();
        double elapsed = millis(start);
        return answer.fold(
                claimed -> {
                    tell(
                            output,
                            "claimed",
                            List.of(claimed.lease()),
                            elapsed,
                            "claimed 1 of " + table.name() + " in " + elapsed + " ms");
                    return ExitCode.DONE;
                },
                busy -> no(
                        output,
                        "busy",
                        busy.key(),
                        Map.of(),
                        elapsed,
                        "is busy: another session has it locked; try later"),
                notReady -> {
                    Map<String, String> seen = LeaseJson.state(notReady.seen());
                    return no(output, "not-ready", notReady.key(), seen, elapsed, "is not ready: " + notReady.seen());
                },
                notFound -> no(output, "not-found", notFound.key(), Map.of(), elapsed, "does not exist"));
    }

    private ExitCode no(Output output, String kind, RowKey key, Map<String, String> seen, double elapsed, String text) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("table", table.name().toString());
        json.put("answer", kind);
        json.put("key", key.toString());
        if (!seen.isEmpty()) {
            json.put("seen", seen);
        }
        json.put("elapsedMs", elapsed);
        output.answer(json, "row " + key + " of " + table.name() + " " + text);
        return ExitCode.NO;
    }

    private void tell(Output output, String kind, List<Lease> leases, double elapsed, String headline) {
        PayloadText payloads = new PayloadText(payload ? table.payloads(leases) : Map.of());
        if (output.isJson()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("table", table.name().toString());
            json.put("answer", kind);
            json.put("elapsedMs", elapsed);
            json.put(
                    "leases",
                    leases.stream().map(lease -> json(lease, payloads)).toList());
            output.json(json);
            return;
        }
        output.line(headline);
        for (Lease lease : leases) {
            output.line(LeaseJson.line(lease));
            if (payload) {
                output.line("  " + payloads.line(lease.key()));
            }
        }
        if (!leases.isEmpty()) {
            Lease first = leases.get(0);
            output.line("");
            output.line("When the work is done:  " + next.about("complete", first, table.columns()));
            output.line("If it failed:           " + next.about("fail", first, table.columns()) + " --reason '...'");
            output.line("To give it back:        " + next.about("release", first, table.columns()));
        }
    }

    private static Map<String, Object> json(Lease lease, PayloadText payloads) {
        Map<String, Object> json = LeaseJson.of(lease);
        payloads.addTo(json, lease.key());
        return json;
    }

    private static double millis(long start) {
        return Math.round((System.nanoTime() - start) / 1000.0) / 1000.0;
    }
}
