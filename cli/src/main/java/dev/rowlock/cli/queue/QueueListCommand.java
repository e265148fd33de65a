package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.QueueCounts;
import dev.rowlock.queue.QueueState;
import dev.rowlock.queue.Queues;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rowlock queues list}. */
@Command(
        name = "list",
        abbreviateSynopsis = true,
        description = {
            "Lists the managed queues, whether they are paused, and how their jobs ended since they are there; and how many wait, as kept while workers run.",
            ""
        },
        footer = {"", "Example:", "  rowlock queues list --json"})
final class QueueListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (QueueServer server = QueueServer.connect(spec)) {
            Queues queues = server.queues();
            Map<String, QueueState> all = queues.all();
            if (all.isEmpty() && !output.isJson()) {
                output.line("there are no queues yet");
            }
            Map<String, QueueCounts> counts = queues.counts();
            all.forEach((name, state) ->
                    tell(output, name, state, queues.queue(name).endings(), Optional.ofNullable(counts.get(name))));
            return ExitCode.DONE.number();
        }
    }

    private static void tell(
            Output output, String name, QueueState state, Map<Ending, Long> endings, Optional<QueueCounts> kept) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("queue", name);
        json.put("state", JobText.lower(state));
        StringBuilder text = new StringBuilder(name);
        text.append(state == QueueState.PAUSED ? "  paused" : "");
        for (Ending ending : Ending.values()) {
            long jobs = endings.getOrDefault(ending, 0L);
            json.put(JobText.lower(ending), jobs);
            text.append(String.format(Locale.ROOT, "  %s %,d", JobText.lower(ending), jobs));
        }
        kept.filter(counts -> counts.countedAt().isPresent()).ifPresent(counts -> {
            json.put("ready", counts.ready());
            json.put("running", counts.running());
            json.put("delayed", counts.delayed());
            json.put("blocked", counts.blocked());
            json.put("quarantined", counts.quarantined());
            json.put("deadLetters", counts.dead());
            json.put("countedAt", counts.countedAt().map(Object::toString).orElse(null));
            text.append(String.format(
                    Locale.ROOT,
                    "  |  ready %,d  running %,d  delayed %,d  blocked %,d  quarantined %,d  dead letters %,d, counted %s",
                    counts.ready(),
                    counts.running(),
                    counts.delayed(),
                    counts.blocked(),
                    counts.quarantined(),
                    counts.dead(),
                    counts.countedAt().map(Object::toString).orElse("")));
        });
        output.answer(json, text.toString());
    }
}
