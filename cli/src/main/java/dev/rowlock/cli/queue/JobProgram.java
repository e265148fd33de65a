package dev.rowlock.cli.queue;

import dev.rowlock.cli.work.Program;
import dev.rowlock.cli.work.ProgramSettings;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobHandler;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Runs the user's program for a job; its exit code decides what becomes of the job. Thread-safe. */
final class JobProgram implements JobHandler<byte[]> {
    /** {@code EX_DATAERR} of sysexits.h: the input is wrong, and stays so. */
    private static final int NEVER = 65;

    /** {@code EX_TEMPFAIL}. */
    private static final int NOT_NOW = 75;

    private static final int CANNOT_RUN = 126;
    private static final int NOT_FOUND = 127;
    private static final int SIGNALLED = 128;
    private static final int LAST_SIGNAL = 64;

    private final String queue;
    private final ProgramSettings settings;
    private final RetryPolicy pauses;
    private final QueueRun run;
    private volatile boolean everRan;

    JobProgram(String queue, ProgramSettings settings, RetryPolicy pauses, QueueRun run) {
        this.queue = queue;
        this.settings = settings;
        this.pauses = pauses;
        this.run = run;
    }

    @Override
    public JobOutcome handle(Job<byte[]> job) throws IOException {
        Program program = Program.start(settings, JobEnvironment.of(queue, job), job.payload());
        try {
            Optional<Integer> exit = program.await(settings.timeout());
            return outcome(job, exit, program);
        } catch (InterruptedException e) {
            // The lease is lost or the worker closes: the worker knows which, and takes no failure for either.
            program.awaitEndOrKill();
            return JobOutcome.failed("told to stop");
        }
    }

    private JobOutcome outcome(Job<byte[]> job, Optional<Integer> exit, Program program) {
        if (exit.isEmpty()) {
            return failed(job, "ran longer than " + settings.timeout().orElseThrow() + said(program));
        }
        int code = exit.get();
        if ((code == NOT_FOUND || code == CANNOT_RUN) && !everRan) {
            run.fail(new ConfigurationException("the program cannot be run (exit code " + code
                    + "), no attempt was counted: --exec '" + settings.command() + "'" + said(program)));
            return JobOutcome.snoozed(Duration.ZERO);
        }
        everRan = true;
        if (code == 0) {
            return JobOutcome.done();
        }
        if (code == NOT_NOW) {
            return JobOutcome.snoozed(pauses.delay(job.attempt()));
        }
        boolean signalled = code > SIGNALLED && code <= SIGNALLED + LAST_SIGNAL;
        String end = (signalled ? "killed by signal " + (code - SIGNALLED) : "exit code " + code) + said(program);
        if (code == NEVER) {
            run.tellAttempt("given-up", job, end);
            return JobOutcome.givenUp(end);
        }
        return failed(job, end);
    }

    private JobOutcome failed(Job<byte[]> job, String reason) {
        if (!job.isCancelled()) {
            run.tellAttempt("failed", job, reason);
        }
        return JobOutcome.failed(reason);
    }

    private static String said(Program program) {
        String lines = program.lastLines();
        return lines.isEmpty() ? "" : ": " + lines;
    }
}
