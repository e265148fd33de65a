package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.schedule.Schedules;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands share that do something to one schedule. */
abstract class ChangeScheduleCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (QueueServer server = QueueServer.connect(spec)) {
            return change(server.queues().schedules(), name, output).number();
        }
    }

    abstract ExitCode change(Schedules schedules, String schedule, Output output);

    static ExitCode unknown(Output output, String name) {
        output.answer(Map.of("name", name, "state", "unknown"), "there is no schedule " + name);
        return ExitCode.NO;
    }
}
