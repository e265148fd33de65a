package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands have in common that write something about rows that are held. */
abstract class SettleCommand implements Callable<Integer> {
    @Mixin
    private TableOptions table = new TableOptions();

    @Mixin
    private LeaseOptions given = new LeaseOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    abstract List<Verdict> settle(LeaseTable table, List<Lease> leases);

    @Override
    public final Integer call() {
        try (Server server = table.connect(spec, PoolSize.ONE_COMMAND)) {
            LeaseTable opened = table.open(server);
            List<Lease> leases = given.leases(opened, table.owner());
            ExitCode code = new SettleReport(RowlockCommand.output(spec), opened, NextCommand.of(spec, table))
                    .tell(settle(opened, leases));
            return code.number();
        }
    }
}
