package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands have in common that tell a run what to do: one row of ours is written, and every process of the run reads it. */
abstract class ControlCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RUN", description = "the run's number, see rowlock batch status")
    private long run;

    @Mixin
    private BatchServer where = new BatchServer();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /**
     * Tells it.
     *
     * @return whether the run's state let it
     */
    abstract boolean tell(Batches batches, long run);

    /** What was done, in words. */
    abstract String done();

    @Override
    public final Integer call() {
        try (Server server = where.connect(spec, PoolSize.ONE_COMMAND)) {
            Batches batches = where.batches(server);
            boolean told = tell(batches, run);
            RunStatus status = batches.status(run);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("run", run);
            json.put("done", told);
            json.put("state", status.state().text());
            Output output = RowlockCommand.output(spec);
            output.answer(
                    json,
                    told
                            ? "run " + run + " " + done()
                            : "run " + run + " is " + RunText.state(status) + ": nothing done");
            return (told ? ExitCode.DONE : ExitCode.NO).number();
        }
    }
}
