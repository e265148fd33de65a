package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock queues pause}. */
@Command(
        name = "pause",
        abbreviateSynopsis = true,
        description = {"Stops claims of a queue in all processes; jobs that run go on.", ""},
        footer = {"", "Example:", "  rowlock queues pause mails"})
final class QueuePauseCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (QueueServer server = QueueServer.connect(spec)) {
            QueueServer.queue(server.queues(), queue, NewQueues.REFUSED).pause();
            RowlockCommand.output(spec)
                    .answer(Map.of("queue", queue, "state", "paused"), "queue " + queue + " is paused");
            return ExitCode.DONE.number();
        }
    }
}
