package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.QueueLimits;
import dev.rowlock.queue.Rate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rowlock queues limit}. */
@Command(
        name = "limit",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Holds a queue's jobs to limits from now on, in all processes: those of each concurrency key, those of one kind, or all. Without options it tells the limits.",
            ""
        },
        footer = {
            "",
            "What is given replaces both limits of the same jobs; jobs that run go on.",
            "",
            "Examples:",
            "  rowlock queues limit mails --concurrent 10 --rate 100/1m",
            "  rowlock queues limit mails --kind pdf --concurrent 2",
            "  rowlock queues limit mails --all --rate 50/1s",
            "  rowlock queues limit mails --kind pdf --none"
        })
final class QueueLimitCommand implements Callable<Integer> {
    /** Which jobs. */
    static final class Which {
        @Option(
                names = "--kind",
                paramLabel = "KIND",
                description = "jobs of this kind that have no key, instead of those of each concurrency key")
        private @Nullable String kind;

        @Option(names = "--all", description = "all jobs of the queue; a rate only")
        private boolean all;
    }

    @Parameters(index = "0", paramLabel = "QUEUE")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @ArgGroup
    private @Nullable Which which;

    @Option(names = "--concurrent", paramLabel = "N", description = "so many at a time")
    private @Nullable Integer concurrent;

    @Option(
            names = "--rate",
            paramLabel = "N/TIME",
            converter = RateConverter.class,
            description = "so many begin in any period, such as 100/1m")
    private @Nullable Rate rate;

    @Option(names = "--none", description = "no limits")
    private boolean none;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        boolean limits = concurrent != null || rate != null;
        require(!limits || !none, "limits and --none: what is it to be?");
        require(limits || none || which == null, "a limit is missing: --concurrent, --rate or --none");
        require(
                which == null || !which.all || concurrent == null,
                "all jobs of a queue have a rate and no --concurrent: that is the workers' concurrency");
        KeyLimits wanted = new KeyLimits(Optional.ofNullable(concurrent), Optional.ofNullable(rate));
        try (QueueServer server = QueueServer.connect(spec)) {
            Queue target = QueueServer.queue(server.queues(), queue, NewQueues.REFUSED);
            if (limits || none) {
                set(target, wanted);
            }
            tell(RowlockCommand.output(spec), target.limits());
            return ExitCode.DONE.number();
        }
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private void set(Queue target, KeyLimits wanted) {
        if (which == null) {
            target.limitKeys(wanted);
        } else if (which.kind != null) {
            target.limitKind(which.kind, wanted);
        } else if (wanted.rate().isPresent()) {
            target.limitRate(wanted.rate().get());
        } else {
            target.unlimitRate();
        }
    }

    private void tell(Output output, QueueLimits limits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("queue", queue);
        json.put("keys", json(limits.keys()));
        Map<String, Object> kinds = new LinkedHashMap<>();
        limits.kinds().forEach((kind, held) -> kinds.put(kind, json(held)));
        json.put("kinds", kinds);
        json.put("rate", limits.rate().map(QueueLimitCommand::text).orElse(null));
        StringBuilder text = new StringBuilder(queue + "  each concurrency key: " + text(limits.keys()));
        limits.kinds()
                .forEach((kind, held) ->
                        text.append("  kind ").append(kind).append(": ").append(text(held)));
        text.append("  all: ").append(limits.rate().map(QueueLimitCommand::text).orElse("no limit"));
        output.answer(json, text.toString());
    }

    private static Map<String, Object> json(KeyLimits limits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("concurrent", limits.concurrent().orElse(null));
        json.put("rate", limits.rate().map(QueueLimitCommand::text).orElse(null));
        return json;
    }

    private static String text(KeyLimits limits) {
        if (limits.equals(KeyLimits.none())) {
            return "no limit";
        }
        String together = limits.concurrent().map(jobs -> jobs + " at a time").orElse("");
        String begin = limits.rate().map(QueueLimitCommand::text).orElse("");
        return together + (together.isEmpty() || begin.isEmpty() ? "" : ", ") + begin;
    }

    private static String text(Rate rate) {
        return rate.jobs() + "/" + ScheduleText.length(rate.period());
    }
}
