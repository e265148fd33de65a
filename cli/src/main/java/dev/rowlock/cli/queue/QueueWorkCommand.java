package dev.rowlock.cli.queue;

import dev.rowlock.cli.DurationRange;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.work.WorkOutput;
import dev.rowlock.cli.work.WorkerOptions;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.queue.HandlerRules;
import dev.rowlock.queue.JobHandler;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.JobPage;
import dev.rowlock.queue.JobQuery;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.RetryPolicy;
import dev.rowlock.queue.Worker;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock work}. */
@Command(
        name = "work",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Works a managed queue: claims jobs, runs one program for each, keeps their leases alive meanwhile, and writes what came of",
            "each. Any number of workers may work one queue. It is at-least-once: a job may be worked on twice, so the program should",
            "use the job's id to do its effect once. With --until-empty, jobs that are due later are left.",
            ""
        },
        footer = {
            "",
            "The program runs as /bin/sh -c CMD, with the payload on standard input and in its environment:",
            "  ROWLOCK_QUEUE, ROWLOCK_KIND, ROWLOCK_ID, ROWLOCK_TOKEN   the job; the token grows with every claim of it",
            "  ROWLOCK_ATTEMPT, ROWLOCK_MAX_ATTEMPTS                    which attempt this is, from 1",
            "  ROWLOCK_HEADER_NAME, ROWLOCK_HEADERS                     each header (other characters as _), and all of them as JSON",
            "How it ends decides:",
            "  exit code 0     the job is done",
            "  exit code 75    not now (EX_TEMPFAIL): comes back after the pause of --retry, no attempt counted",
            "  exit code 65    never (EX_DATAERR): given up at once, a dead letter",
            "  anything else   an attempt failed: comes back after the pause of --retry, a dead letter at its attempt limit;",
            "                  the last lines of its output are the reason",
            "A program whose lease is lost, or that is still at work when --grace is over, gets SIGTERM, then SIGKILL.",
            "",
            "SIGTERM or Ctrl-C ends the worker: it claims no more, finishes what runs, gives back the rest; a second one ends it at once.",
            "",
            "Examples:",
            "  rowlock work mails --exec './send.sh' --concurrency 8 --batch 50 --lease 60s",
            "  rowlock work reports --exec 'python3 report.py' --timeout 10m --retry 10s..1h",
            "  rowlock work mails --noop --until-empty"
        })
public final class QueueWorkCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Mixin
    private WorkerOptions options = new WorkerOptions();

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "how long a claim holds without being extended; default: 30s")
    private Duration lease = Duration.ofSeconds(30);

    @Option(
            names = "--retry",
            paramLabel = "TIME..TIME",
            description = "first and longest pause after a failed attempt, doubling; default: 1s..1h")
    private DurationRange retry = new DurationRange(Duration.ofSeconds(1), Duration.ofHours(1));

    @Option(names = "--new-queue", description = "add the queue if there is none of this name")
    private boolean newQueue;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        QueueRun run = new QueueRun(new WorkOutput(RowlockCommand.output(spec)), options.grace());
        RetryPolicy pauses = RetryPolicy.exponential(retry.first(), retry.longest());
        try (QueueServer server = QueueServer.connect(spec, PoolSize.ofWorker(0))) {
            Queue worked = QueueServer.queue(
                    server.queues(server.server().transactions().observed(run::storeFailed)),
                    queue,
                    newQueue ? NewQueues.ADDED : NewQueues.REFUSED);
            Worker worker = worked.worker()
                    .handleOthers(handler(pauses, run), HandlerRules.standard().withRetry(pauses))
                    .concurrency(options.concurrency())
                    .batch(options.batch())
                    .lease(lease)
                    .pauses(options.poll().first(), options.poll().longest())
                    .cancelPatience(options.cancelPatience())
                    .start();
            BooleanSupplier end = options.isUntilEmpty() ? () -> isEmpty(worked, worker) : () -> false;
            return run.run(worker, end).number();
        }
    }

    private JobHandler<byte[]> handler(RetryPolicy pauses, QueueRun run) {
        return options.program()
                .<JobHandler<byte[]>>map(program -> new JobProgram(queue, program, pauses, run))
                .orElse(job -> JobOutcome.done());
    }

    private static boolean isEmpty(Queue queue, Worker worker) {
        try {
            return worker.counts().held() == 0 && hasNone(queue, JobState.READY) && hasNone(queue, JobState.RUNNING);
        } catch (RowlockException unknown) {
            return false;
        }
    }

    private static boolean hasNone(Queue queue, JobState state) {
        JobPage page = queue.list(JobQuery.of(state).withLimit(1));
        return page.jobs().isEmpty() && page.next().isEmpty();
    }
}
