package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock queues resume}. */
@Command(
        name = "resume",
        abbreviateSynopsis = true,
        description = {"Lets a paused queue go on.", ""},
        footer = {"", "Example:", "  rowlock queues resume mails"})
final class QueueResumeCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (QueueServer server = QueueServer.connect(spec)) {
            QueueServer.queue(server.queues(), queue, NewQueues.REFUSED).resume();
            RowlockCommand.output(spec)
                    .answer(Map.of("queue", queue, "state", "running"), "queue " + queue + " goes on");
            return ExitCode.DONE.number();
        }
    }
}
