package dev.rowlock.cli.queue;

import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterRun;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.JobId;
import picocli.CommandLine.Command;

/** {@code rowlock jobs retry}. */
@Command(
        name = "retry",
        abbreviateSynopsis = true,
        description = {
            "Makes dead letters ready again, with their attempts counted from the first. Exit code 1: one of those named is none.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  rowlock jobs retry 01936b2e-7c1f-7d3a-9a52-3f1c0a7be001",
            "  rowlock jobs retry --queue mails --kind welcome --rate 50"
        })
final class JobRetryCommand extends DeadLetterCommand {
    @Override
    boolean one(DeadLetters letters, JobId job) {
        return letters.redrive(job);
    }

    @Override
    DeadLetterRun all(DeadLetters letters, DeadLetterFilter meant) {
        return letters.redriving(meant);
    }

    @Override
    String outcome() {
        return "ready";
    }

    @Override
    String done(JobId job) {
        return "job " + job + " is ready again";
    }

    @Override
    String done(long jobs, String queue) {
        return jobs + " jobs of " + queue + " are ready again";
    }
}
