package dev.rowlock.cli.queue;

import dev.rowlock.queue.CancelOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.Queues;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code rowlock jobs cancel}. */
@Command(
        name = "cancel",
        abbreviateSynopsis = true,
        description = {
            "Takes jobs back that have not ended; one that runs is taken from its worker. Exit code 1: one has ended, or somebody has it",
            "locked right now.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  rowlock jobs cancel 01936b2e-7c1f-7d3a-9a52-3f1c0a7be001",
            "  rowlock jobs list mails --state delayed --ids | rowlock jobs cancel -"
        })
final class JobCancelCommand extends EachJobCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        List<JobId> jobs = jobs();
        if (jobs.isEmpty()) {
            throw new ParameterException(spec().commandLine(), "which jobs?");
        }
        try (QueueServer server = QueueServer.connect(spec())) {
            Queues queues = server.queues();
            return each(jobs, job -> answer(job, queues.cancel(job))).number();
        }
    }

    private static Answer answer(JobId job, CancelOutcome outcome) {
        return outcome.fold(
                cancelled -> new Answer(
                        true,
                        "cancelled",
                        "cancelled job " + job + ", which was "
                                + cancelled.before().name().toLowerCase(Locale.ROOT)),
                busy -> new Answer(
                        false, "busy", "job " + job + " is locked by another transaction right now: try again"),
                notThere -> new Answer(false, "not there", "job " + job + " has ended, was given up, or never was"));
    }
}
