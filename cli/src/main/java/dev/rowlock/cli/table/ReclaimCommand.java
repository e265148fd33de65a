package dev.rowlock.cli.table;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock table reclaim}. */
@Command(
        name = "reclaim",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Takes rows whose lease has ended from their holders and counts an attempt: they are ready again, or dead at",
            "--max-attempts. Workers do this by themselves.",
            ""
        },
        footer = {"", "Example:", "  rowlock table reclaim job_queue --limit 1000"})
final class ReclaimCommand implements Callable<Integer> {
    @Mixin
    private TableOptions table = new TableOptions();

    @Option(names = "--limit", paramLabel = "N", description = "at most that many rows; default: 500")
    private int limit = 500;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (Server server = table.connect(spec, PoolSize.ONE_COMMAND)) {
            LeaseTable opened = table.open(server);
            Reclaimed reclaimed = opened.reclaim(limit);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("table", opened.name().toString());
            json.put("ready", reclaimed.ready().stream().map(Object::toString).toList());
            json.put("dead", reclaimed.dead().stream().map(Object::toString).toList());
            RowlockCommand.output(spec)
                    .answer(
                            json,
                            "reclaimed " + reclaimed.count() + " of " + opened.name() + ": "
                                    + reclaimed.ready().size() + " ready again, "
                                    + reclaimed.dead().size() + " dead at the attempt limit");
            return ExitCode.DONE.number();
        }
    }
}
