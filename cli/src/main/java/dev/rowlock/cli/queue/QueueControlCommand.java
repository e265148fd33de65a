package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.Queue;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands have in common that tell a whole queue what to do. */
abstract class QueueControlCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    abstract void tell(Queue queue);

    /** What the queue's state is then, in one word. */
    abstract String state();

    /** The same in words. */
    abstract String done();

    @Override
    public final Integer call() {
        try (QueueServer server = QueueServer.connect(spec)) {
            tell(QueueServer.queue(server.queues(), queue, NewQueues.REFUSED));
            RowlockCommand.output(spec)
                    .answer(Map.of("queue", queue, "state", state()), "queue " + queue + " " + done());
            return ExitCode.DONE.number();
        }
    }
}
