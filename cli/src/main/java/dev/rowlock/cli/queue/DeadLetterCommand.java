package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterRun;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.Queues;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ParameterException;

/** What the commands have in common that do something to dead letters, named one by one or all of a queue that are meant. */
abstract class DeadLetterCommand extends EachJobCommand implements Callable<Integer> {
    @ArgGroup(exclusive = false)
    private @Nullable DeadLetterOptions filter;

    /** To one of them; whether it was there. */
    abstract boolean one(DeadLetters letters, JobId job);

    /** To all that are meant. */
    abstract DeadLetterRun all(DeadLetters letters, DeadLetterFilter meant);

    /** What they are then, in one word. */
    abstract String outcome();

    /** The same in words, of one job. */
    abstract String done(JobId job);

    /** The same of some of a queue. */
    abstract String done(long jobs, String queue);

    @Override
    public final Integer call() {
        List<JobId> jobs = jobs();
        if (jobs.isEmpty() == (filter == null)) {
            throw new ParameterException(spec().commandLine(), "name either jobs or a --queue");
        }
        try (QueueServer server = QueueServer.connect(spec())) {
            Queues queues = server.queues();
            if (filter == null) {
                return each(jobs, job -> one(queues, job)).number();
            }
            long moved = filter.run(queues, this::all);
            output().answer(filter.json(outcome(), moved), done(moved, filter.queue()));
            return ExitCode.DONE.number();
        }
    }

    private Answer one(Queues queues, JobId job) {
        boolean done = queues.status(job)
                .filter(status -> status.state() == JobState.DEAD)
                .map(status -> one(queues.queue(status.queue()).deadLetters(), job))
                .orElse(false);
        return done
                ? new Answer(true, outcome(), done(job))
                : new Answer(false, "no dead letter", "job " + job + " is no dead letter");
    }
}
