package dev.rowlock.cli.queue;

import dev.rowlock.queue.DeadLetterFilter;
import dev.rowlock.queue.DeadLetterRun;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.Queues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters of which queue, when they are not named one by one. Filled by picocli. */
final class DeadLetterOptions {
    @Option(names = "--queue", required = true, paramLabel = "QUEUE", description = "all dead letters of this queue")
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
