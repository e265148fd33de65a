package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterRun;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.Queues;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands share that do something to each of some jobs. */
abstract class EachJobCommand {
    /**
     * What became of one job.
     *
     * @param outcome one word
     */
    record Answer(boolean done, String outcome, String text) {}

    /** Does it to one job. */
    interface Action {
        Answer to(JobId job);
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "ID",
            description = "which jobs; - reads their ids from standard input, one a line")
    private List<String> ids = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    final CommandSpec spec() {
        return spec;
    }

    final Output output() {
        return RowlockCommand.output(spec);
    }

    /** Which jobs; what is no id is told before anything is done. */
    final List<JobId> jobs() {
        List<String> texts = ids.equals(List.of("-"))
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        .lines()
                        .toList()
                : ids;
        return texts.stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(JobId::parse)
                .toList();
    }

    final ExitCode each(List<JobId> jobs, Action action) {
        boolean all = true;
        for (JobId job : jobs) {
            Answer answer = action.to(job);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", job.toString());
            json.put("outcome", answer.outcome());
            output().answer(json, answer.text());
            all &= answer.done();
        }
        return all ? ExitCode.DONE : ExitCode.NO;
    }

    /** Which dead letters of which queue, when they are not named one by one. */
    static final class Filter {
        @Option(
                names = "--queue",
                required = true,
                paramLabel = "QUEUE",
                description = "all dead letters of this queue")
        @SuppressWarnings("NullAway.Init") // required when the group is there
        private String queue;

        @Option(names = "--kind", paramLabel = "KIND", description = "only those of this kind; with --queue")
        private @Nullable String kind;

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "only those with this text in the reason of their last attempt; with --queue")
        private @Nullable String reason;

        @Option(names = "--rate", paramLabel = "N", description = "no more than so many a second; with --queue")
        private @Nullable Double rate;

        /** Does it to all that are meant; how many. */
        long run(Queues queues, BiFunction<DeadLetters, DeadLetterFilter, DeadLetterRun> action) {
            DeadLetters letters =
                    QueueServer.queue(queues, queue, NewQueues.REFUSED).deadLetters();
            DeadLetterFilter meant = DeadLetterFilter.all();
            meant = kind == null ? meant : meant.ofKind(kind);
            meant = reason == null ? meant : meant.withReason(reason);
            DeadLetterRun run = action.apply(letters, meant);
            return (rate == null ? run : run.perSecond(rate)).run().moved();
        }

        Map<String, Object> json(String count, long jobs) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("queue", queue);
            json.put("kind", kind);
            json.put(count, jobs);
            return json;
        }

        String queue() {
            return queue;
        }
    }
}
