package dev.rowlock.cli.table;

import dev.rowlock.claim.Failed;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowlock table fail}. */
@Command(
        name = "fail",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Counts a failed attempt: the rows are ready again after the backoff, or dead at --max-attempts.",
            ""
        },
        footer = {
            "",
            "Exit code 0: done for every row; 1: a lease was lost or a row is locked, and that row was not changed.",
            "",
            "Examples:",
            "  rowlock table fail job_queue --key 42 --token 1700000000000000 --reason 'no such customer'",
            "  rowlock table claim job_queue --limit 10 --json | tee leases.json",
            "  rowlock table fail job_queue --from leases.json --reason 'no such customer'"
        })
final class FailCommand extends SettleCommand {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why, for the last_error column")
    private String reason = "no reason given";

    @Override
    List<Verdict> settle(LeaseTable table, List<Lease> leases) {
        return table.fail(
                leases.stream().map(lease -> new Failed(lease, reason)).toList());
    }
}
