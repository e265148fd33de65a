package dev.rowlock.cli.queue;

import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterRun;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.JobId;
import picocli.CommandLine.Command;

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
final class JobDiscardCommand extends DeadLetterCommand {
    @Override
    boolean one(DeadLetters letters, JobId job) {
        return letters.discard(job);
    }

    @Override
    DeadLetterRun all(DeadLetters letters, DeadLetterFilter meant) {
        return letters.discarding(meant);
    }

    @Override
    String outcome() {
        return "discarded";
    }

    @Override
    String done(JobId job) {
        return "job " + job + " is discarded";
    }

    @Override
    String done(long jobs, String queue) {
        return jobs + " dead letters of " + queue + " are discarded";
    }
}
