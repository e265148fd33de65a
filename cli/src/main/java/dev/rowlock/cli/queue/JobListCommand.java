package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobOrder;
import dev.rowlock.queue.JobPage;
import dev.rowlock.queue.JobQuery;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.ListedJob;
import dev.rowlock.queue.Queue;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock jobs list}. */
@Command(
        name = "list",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Lists jobs of a queue in one state, the oldest first. It looks at a hundred thousand rows of a place at most; when it stops",
            "before the end, it says behind which job to go on.",
            ""
        },
        footer = {
            "",
            "Exit code 1: none was found.",
            "",
            "Examples:",
            "  rowlock jobs list mails --state dead",
            "  rowlock jobs list mails --state done --newest-first --limit 20 --json",
            "  rowlock jobs list mails --state delayed --kind welcome --after 01936b2e-7c1f-7d3a-9a52-3f1c0a7be001"
        })
final class JobListCommand implements Callable<Integer> {
    /** Pages without anything wanted, after which it stops for the first time. */
    private static final int MOST_PAGES = 100;

    private static final int LARGEST_PAGE = 1_000;

    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Option(
            names = "--state",
            required = true,
            paramLabel = "STATE",
            description = "ready, running, delayed, blocked, quarantined, dead, done, cancelled or discarded")
    @SuppressWarnings("NullAway.Init") // required
    private JobState state;

    @Option(names = "--kind", paramLabel = "KIND", description = "only jobs of this kind")
    private @Nullable String kind;

    @Option(names = "--newest-first", description = "the newest first")
    private boolean newestFirst;

    @Option(names = "--after", paramLabel = "ID", description = "go on behind this job")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "jobs at most; default: 100")
    private int limit = 100;

    @Option(names = "--ids", description = "print nothing but ids")
    private boolean ids;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 1, not " + limit);
        }
        Output output = RowlockCommand.output(spec);
        Optional<JobId> behind = Optional.ofNullable(after).map(JobId::parse);
        try (QueueServer server = QueueServer.connect(spec)) {
            Queue listed = QueueServer.queue(server.queues(), queue, NewQueues.REFUSED);
            int found = 0;
            Optional<JobId> next = behind;
            for (int pages = 0; found < limit && (pages == 0 || next.isPresent()) && pages < MOST_PAGES; pages++) {
                JobPage page = listed.list(query(next, limit - found));
                page.jobs().forEach(job -> tell(output, job));
                found += page.jobs().size();
                next = page.next();
            }
            next.ifPresent(last -> goOn(output, last));
            return (found > 0 ? ExitCode.DONE : ExitCode.NO).number();
        }
    }

    private JobQuery query(Optional<JobId> behind, int wanted) {
        return new JobQuery(
                state,
                Optional.ofNullable(kind),
                newestFirst ? JobOrder.NEWEST_FIRST : JobOrder.OLDEST_FIRST,
                behind,
                Math.min(wanted, LARGEST_PAGE));
    }

    private void tell(Output output, ListedJob job) {
        output.answer(
                JobText.json(job.status(), job.maxAttempts(), job.at()),
                ids ? job.status().id().toString() : JobText.line(job));
    }

    private static void goOn(Output output, JobId last) {
        output.note(
                output.isJson()
                        ? Output.text(Map.of("event", "more", "after", last.toString()))
                        : "there may be more: --after " + last);
    }
}
