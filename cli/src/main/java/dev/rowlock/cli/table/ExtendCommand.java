package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code rowlock table extend}. */
@Command(
        name = "extend",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Extends leases to a full length from now. The new end replaces the old one in later commands.",
            ""
        },
        footer = {
            "",
            "Exit code 0: done for every row; 1: a lease was lost or a row is locked, and that row was not changed.",
            "",
            "Examples:",
            "  rowlock table extend job_queue --key 42 --token 1700000000000000",
            "  rowlock table claim job_queue --limit 10 --json | tee leases.json",
            "  rowlock table extend job_queue --from leases.json"
        })
final class ExtendCommand extends SettleCommand {
    @Override
    List<Verdict> settle(LeaseTable table, List<Lease> leases) {
        return table.extend(leases);
    }
}
