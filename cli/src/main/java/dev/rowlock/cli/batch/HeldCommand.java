package dev.rowlock.cli.batch;

import dev.rowlock.batch.HeldRow;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock batch held}. */
@Command(
        name = "held",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Rows that matched and are not changed yet, because somebody held them when the batch passed or a handler failed on them.",
            ""
        },
        footer = {"", "Example:", "  rowlock batch held 7"})
final class HeldCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = "the run's number")
    private long run;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many; default: 1000")
    private int limit = 1_000;

    @Mixin
    private BatchServer where = new BatchServer();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (Server server = where.connect(spec, PoolSize.ONE_COMMAND)) {
            where.batches(server).status(run); // a run that does not exist is told
            List<HeldRow> rows = where.batches(server).held(run, limit);
            rows.forEach(row -> output.answer(json(row), text(row)));
            if (rows.isEmpty() && !output.isJson()) {
                output.line("no row of run " + run + " is held");
            }
            return ExitCode.DONE.number();
        }
    }

    private static String text(HeldRow row) {
        return "shard " + row.shard() + "  key " + row.key() + "  " + row.reason()
                + (row.tries() == 0 ? "" : "  tries " + row.tries())
                + (row.error().isEmpty() ? "" : "  " + row.error());
    }

    private static Map<String, Object> json(HeldRow row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("shard", row.shard());
        json.put("key", row.key());
        json.put("reason", row.reason());
        json.put("tries", row.tries());
        json.put("error", row.error());
        return json;
    }
}
