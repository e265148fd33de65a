package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rowlock table release}. */
@Command(
        name = "release",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Gives rows back to ready without counting an attempt.", ""},
        footer = {
            "",
            "Exit code 0: done for every row; 1: a lease was lost or a row is locked, and that row was not changed.",
            "",
            "Examples:",
            "  rowlock table release job_queue --key 42 --token 1700000000000000 --delay 5s",
            "  rowlock table claim job_queue --limit 10 --json | tee leases.json",
            "  rowlock table release job_queue --from leases.json --delay 5s"
        })
final class ReleaseCommand extends SettleCommand {
    @Option(names = "--delay", paramLabel = "TIME", description = "ready again after this time; default: at once")
    private Duration delay = Duration.ZERO;

    @Override
    List<Verdict> settle(LeaseTable table, List<Lease> leases) {
        return table.release(leases, delay);
    }
}
