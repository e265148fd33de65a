package dev.rowlock.cli.batch;

import dev.rowlock.batch.RunEvent;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock batch events}. */
@Command(
        name = "events",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {"What was decided during a run, when and why, oldest first; times are UTC.", ""},
        footer = {"", "Example:", "  rowlock batch events 7 --after 120 --json"})
final class EventsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = "the run's number")
    private long run;

    @Option(names = "--after", paramLabel = "ID", description = "only events after this one")
    private long after;

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
            for (RunEvent event : where.batches(server).events(run, after, limit)) {
                output.answer(RunJson.of(run, event), event.id() + "  " + event.at() + "  " + RunText.event(event));
            }
            return ExitCode.DONE.number();
        }
    }
}
