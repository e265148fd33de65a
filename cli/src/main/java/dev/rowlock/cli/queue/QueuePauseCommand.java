package dev.rowlock.cli.queue;

import dev.rowlock.queue.Queue;
import picocli.CommandLine.Command;

/** {@code rowlock queues pause}. */
@Command(
        name = "pause",
        abbreviateSynopsis = true,
        description = {"Stops claims of a queue in all processes; jobs that run go on.", ""},
        footer = {"", "Example:", "  rowlock queues pause mails"})
final class QueuePauseCommand extends QueueControlCommand {
    @Override
    void tell(Queue queue) {
        queue.pause();
    }

    @Override
    String state() {
        return "paused";
    }

    @Override
    String done() {
        return "is paused";
    }
}
