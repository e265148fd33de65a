package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code rowlock table complete}. */
@Command(
        name = "complete",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Marks rows done (or deletes them, with --on-complete delete) while their leases stand.", ""},
        footer = {
            "",
            "Exit code 0: done for every row; 1: a lease was lost or a row is locked, and that row was not changed.",
            "",
            "Examples:",
            "  rowlock table complete job_queue --key 42 --token 1700000000000000",
            "  rowlock table claim job_queue --limit 10 --json | tee leases.json",
            "  rowlock table complete job_queue --from leases.json"
        })
final class CompleteCommand extends SettleCommand {
    @Override
    List<Verdict> settle(LeaseTable table, List<Lease> leases) {
        return table.complete(leases);
    }
}
