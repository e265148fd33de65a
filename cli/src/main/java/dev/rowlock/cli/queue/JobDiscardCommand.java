package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.Queues;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code rowlock jobs discard}. */
@Command(
        name = "discard",
        abbreviateSynopsis = true,
        description = {"Throws dead letters away. Exit code 1: one of those named is none.", ""},
        footer = {
            "",
            "Examples:",
            "  rowlock jobs discard 01936b2e-7c1f-7d3a-9a52-3f1c0a7be001",
            "  rowlock jobs discard --queue mails --kind welcome --rate 50"
        })
final class JobDiscardCommand extends EachJobCommand implements Callable<Integer> {
    @ArgGroup(exclusive = false)
    private @Nullable Filter filter;

    @Override
    public Integer call() {
        List<JobId> jobs = jobs();
        if (jobs.isEmpty() == (filter == null)) {
            throw new ParameterException(spec().commandLine(), "name either jobs or a --queue");
        }
        try (QueueServer server = QueueServer.connect(spec())) {
            Queues queues = server.queues();
            if (filter == null) {
                return each(jobs, job -> discard(queues, job)).number();
            }
            long discarded = filter.run(queues, DeadLetters::discarding);
            output().answer(
                            filter.json("discarded", discarded),
                            discarded + " dead letters of " + filter.queue() + " are discarded");
            return ExitCode.DONE.number();
        }
    }

    private static Answer discard(Queues queues, JobId job) {
        boolean done = queues.status(job)
                .filter(status -> status.state() == JobState.DEAD)
                .map(status -> queues.queue(status.queue()).deadLetters().discard(job))
                .orElse(false);
        return done
                ? new Answer(true, "discarded", "job " + job + " is discarded")
                : new Answer(false, "no dead letter", "job " + job + " is no dead letter");
    }
}
