package dev.rowlock.cli.queue;

import dev.rowlock.queue.Queue;
import picocli.CommandLine.Command;

/** {@code rowlock queues resume}. */
@Command(
        name = "resume",
        abbreviateSynopsis = true,
        description = {"Lets a paused queue go on.", ""},
        footer = {"", "Example:", "  rowlock queues resume mails"})
final class QueueResumeCommand extends QueueControlCommand {
    @Override
    void tell(Queue queue) {
        queue.resume();
    }

    @Override
    String state() {
        return "running";
    }

    @Override
    String done() {
        return "goes on";
    }
}
