package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.FailedAttempt;
import dev.rowlock.queue.JobDetails;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.Queues;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock jobs show}. */
@Command(
        name = "show",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Where a job is, its attempts that failed, and what came of it. Exit code 1: there is no such job, or it is no longer kept.",
            ""
        },
        footer = {"", "Example:", "  rowlock jobs show 01936b2e-7c1f-7d3a-9a52-3f1c0a7be001 --payload --json"})
final class JobShowCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "ID")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String id;

    @Option(
            names = "--payload",
            description = "its payload, too, and the result of a job that is done: as text, or Base64 where it is none")
    private boolean payload;

    @Option(names = "--stacks", description = "the whole stacks of attempts that failed")
    private boolean stacks;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        JobId job = JobId.parse(id);
        Output output = RowlockCommand.output(spec);
        try (QueueServer server = QueueServer.connect(spec)) {
            Queues queues = server.queues();
            Optional<JobDetails> details = queues.details(job);
            if (details.isEmpty()) {
                output.answer(Map.of("id", job.toString(), "state", "unknown"), "there is no job " + job);
                return ExitCode.NO.number();
            }
            Optional<ByteBuffer> result = payload
                    ? queues.finished(job)
                            .flatMap(ended -> Optional.ofNullable(ended.result()))
                            .map(ByteBuffer::wrap)
                    : Optional.empty();
            List<FailedAttempt> failures = queues.failures(job);
            if (output.isJson()) {
                output.json(json(details.get(), failures, result));
            } else {
                text(details.get(), failures, result).forEach(output::line);
            }
            return ExitCode.DONE.number();
        }
    }

    private Map<String, Object> json(JobDetails job, List<FailedAttempt> failures, Optional<ByteBuffer> result) {
        Map<String, Object> json = JobText.json(job.status(), job.maxAttempts(), job.at());
        job.priority().ifPresent(priority -> json.put("priority", JobText.lower(priority)));
        json.put("headers", job.headers());
        if (payload) {
            job.payload().ifPresent(bytes -> JobText.add(json, "payload", bytes));
            result.ifPresent(bytes -> JobText.add(json, "result", bytes));
        }
        List<Map<String, Object>> attempts = new ArrayList<>();
        for (FailedAttempt failure : failures) {
            Map<String, Object> attempt = new LinkedHashMap<>();
            attempt.put("attempt", failure.attempt());
            attempt.put("at", failure.at().toString());
            attempt.put("reason", failure.reason());
            if (stacks) {
                attempt.put("stack", failure.stack());
            }
            attempts.add(attempt);
        }
        json.put("failures", attempts);
        return json;
    }

    private List<String> text(JobDetails job, List<FailedAttempt> failures, Optional<ByteBuffer> result) {
        List<String> lines = new ArrayList<>();
        JobState state = job.status().state();
        String of = job.maxAttempts() > 0 ? " of " + job.maxAttempts() : "";
        lines.add("job " + job.status().id() + " of " + job.status().queue() + ", kind "
                + job.status().kind()
                + job.priority()
                        .map(priority -> ", priority " + JobText.lower(priority))
                        .orElse("") + ": " + JobText.word(state) + ", "
                + job.status().attempts() + of
                + " attempts failed" + JobText.time(state, job.at()));
        job.headers().forEach((name, value) -> lines.add("  header " + name + "=" + value));
        if (payload) {
            job.payload().ifPresent(bytes -> lines.add("  payload " + JobText.text(bytes)));
            result.ifPresent(bytes -> lines.add("  result " + JobText.text(bytes)));
        }
        for (FailedAttempt failure : failures) {
            lines.add("  attempt " + failure.attempt() + " at " + failure.at() + ": " + failure.reason());
            if (stacks && failure.stack() != null) {
                failure.stack().lines().forEach(line -> lines.add("    " + line));
            }
        }
        return lines;
    }
}
