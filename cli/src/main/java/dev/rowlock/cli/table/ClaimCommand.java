package dev.rowlock.cli.table;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock table claim}. */
@Command(
        name = "claim",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Claims ready rows, or one particular row. It never waits for a lock.", ""},
        footer = {
            "",
            "Exit code 0: claimed; 1: nothing visible, or the row is busy, not ready or not there.",
            "",
            "Examples:",
            "  rowlock table claim job_queue --limit 10 --json",
            "  rowlock table claim job_queue --key 42 --lease 5m --payload"
        })
final class ClaimCommand implements Callable<Integer> {
    /** Which rows. */
    static final class Which {
        @Option(
                names = "--limit",
                paramLabel = "N",
                description = "up to that many rows, whichever are free; default: 1")
        private int limit = 1;

        @Option(names = "--key", paramLabel = "KEY", description = "this row or none; a composite key as a,b")
        private @Nullable String key;
    }

    @Mixin
    private TableOptions table = new TableOptions();

    @ArgGroup
    private Which which = new Which();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "claim so often, one answer each, until nothing is visible; to see how long a claim takes; default: 1")
    private int rounds = 1;

    @Option(names = "--payload", description = "print the payload, too")
    private boolean payload;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (Server server = table.connect(spec, PoolSize.ONE_COMMAND)) {
            LeaseTable leases = table.open(server);
            ClaimReport report = new ClaimReport(leases, NextCommand.of(spec, table), payload);
            String key = which.key;
            return (key == null
                            ? batches(output, leases, report)
                            : report.one(output, () -> leases.claim(leases.parseKey(key))))
                    .number();
        }
    }

    /** "No" only when not even the first round saw a row. */
    private ExitCode batches(Output output, LeaseTable leases, ClaimReport report) {
        ExitCode first = report.batch(output, () -> leases.claim(which.limit));
        ExitCode last = first;
        for (int round = 2; round <= rounds && last == ExitCode.DONE; round++) {
            last = report.batch(output, () -> leases.claim(which.limit));
        }
        return first;
    }
}
