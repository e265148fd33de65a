package dev.rowlock.cli.queue;

import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock enqueue}. */
@Command(
        name = "enqueue",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Puts jobs into a managed queue and prints their ids: one job, or one for each line of standard input.",
            ""
        },
        footer = {
            "",
            "A line of --json-lines is an object with payload (text as it is, anything else as JSON) or payloadBase64, and what of",
            "kind, priority, delay, at, maxAttempts, key, orderingKey, concurrencyKey, unique, uniquePending and headers differs from the options. A thousand lines are one transaction;",
            "when a line is wrong or the server fails, it is said how many lines are in.",
            "",
            "Exit code 1: no new job, because the idempotency key was used before; the id printed is the first job's.",
            "",
            "Examples:",
            "  rowlock enqueue mails welcome '{\"to\": 7}' --delay 5m",
            "  rowlock enqueue mails welcome --file body.json --key order-7",
            "  mysql -BNe 'SELECT id FROM customers' | rowlock enqueue mails newsletter --lines --priority low",
            "  rowlock enqueue mails --json-lines < jobs.jsonl"
        })
public final class EnqueueCommand implements Callable<Integer> {
    /** Where payloads come from besides the command line. */
    static final class Source {
        @Option(names = "--file", paramLabel = "FILE", description = "the payload is in this file")
        private @Nullable Path file;

        @Option(names = "--lines", description = "a job for each line of standard input, which is its payload")
        private boolean lines;

        @Option(names = "--json-lines", description = "a job for each line of standard input, as a JSON object")
        private boolean jsonLines;
    }

    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Parameters(index = "1", arity = "0..1", paramLabel = "KIND", description = "which handler the job is for")
    private @Nullable String kind;

    @Parameters(index = "2", arity = "0..1", paramLabel = "PAYLOAD", description = "as it is; - reads standard input")
    private @Nullable String payload;

    @ArgGroup
    private @Nullable Source source;

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--new-queue", description = "add the queue if there is none of this name")
    private boolean newQueue;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        require(
                (payload == null) != (source == null),
                "a payload is missing or given twice: PAYLOAD, --file, --lines or --json-lines");
        boolean json = source != null && source.jsonLines;
        boolean bulk = json || (source != null && source.lines);
        require(kind != null || json, "a kind is missing after the queue: which handler the jobs are for");
        require(
                !bulk || !options.isOnce(),
                "--key, --unique and --unique-pending would be one key for all lines: --json-lines takes a key for each");
        Output output = RowlockCommand.output(spec);
        EnqueueReport report = new EnqueueReport(output);
        NewJob single = bulk ? null : options.job(String.valueOf(kind), bytes()).build();
        try (QueueServer server = QueueServer.connect(spec)) {
            Queue target = QueueServer.queue(server.queues(), queue, newQueue ? NewQueues.ADDED : NewQueues.REFUSED);
            if (single != null) {
                report.one(target.enqueue(single));
            } else {
                new BulkEnqueue(target, reader(json), report, output).run(lines());
                report.total();
            }
        }
        return report.exitCode().number();
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private Function<String, NewJob> reader(boolean json) {
        return json
                ? new JobLine(options, Optional.ofNullable(kind))::read
                : line -> options.job(String.valueOf(kind), line.getBytes(StandardCharsets.UTF_8))
                        .build();
    }

    /** Text that is no UTF-8 is refused rather than changed. */
    private static BufferedReader lines() {
        return new BufferedReader(new InputStreamReader(
                System.in,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
    }

    private byte[] bytes() {
        return PayloadSource.read(source == null ? null : source.file, payload);
    }
}
