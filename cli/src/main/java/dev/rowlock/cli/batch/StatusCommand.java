package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock batch status}. */
@Command(
        name = "status",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"Where a run stands, or the latest runs; read without locks, from any machine.", ""},
        footer = {"", "Examples:", "  rowlock batch status", "  rowlock batch status 7 --json"})
final class StatusCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "RUN", description = "the run's number; without one, the latest runs")
    private @Nullable Long run;

    @Option(names = "--limit", paramLabel = "N", description = "how many of the latest runs; default: 10")
    private int limit = 10;

    @Mixin
    private BatchServer where = new BatchServer();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (Server server = where.connect(spec, PoolSize.ONE_COMMAND)) {
            Batches batches = where.batches(server);
            if (run != null) {
                RunStatus status = batches.status(run);
                Forecast forecast = Forecast.overall(status, Clock.systemUTC().instant());
                output.answer(RunJson.of("status", status, forecast), RunText.of(status, forecast));
                return ExitCode.DONE.number();
            }
            List<Long> latest = batches.latest(limit);
            for (long each : latest) {
                RunStatus status = batches.status(each);
                Forecast forecast = Forecast.overall(status, Clock.systemUTC().instant());
                output.answer(RunJson.of("status", status, forecast), RunText.line(status));
            }
            if (latest.isEmpty() && !output.isJson()) {
                output.line("no batch has run here");
            }
            return ExitCode.DONE.number();
        }
    }
}
