package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.Schedules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock schedules show}. */
@Command(
        name = "show",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "A schedule, the job it enqueues, and the firings to come. Exit code 1: there is no such schedule.",
            ""
        },
        footer = {"", "Example:", "  rowlock schedules show nightly --next 5 --payload"})
final class ScheduleShowCommand implements Callable<Integer> {
    @picocli.CommandLine.Parameters(index = "0", paramLabel = "NAME")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Option(names = "--next", paramLabel = "N", description = "how many firings to come; default: 3")
    private int next = 3;

    @Option(names = "--payload", description = "the jobs' payload, too: as text, or Base64 where it is none")
    private boolean payload;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (QueueServer server = QueueServer.connect(spec)) {
            Schedules schedules = server.queues().schedules();
            Optional<ScheduleState> state = schedules.find(name);
            Optional<NewJob> job = schedules.definition(name).map(schedule -> schedule.job());
            if (state.isEmpty() || job.isEmpty()) {
                return ChangeScheduleCommand.unknown(output, name).number();
            }
            List<Instant> firings = schedules.preview(name, next);
            if (output.isJson()) {
                output.json(json(state.get(), job.get(), firings));
            } else {
                text(state.get(), job.get(), firings).forEach(output::line);
            }
            return ExitCode.DONE.number();
        }
    }

    private Map<String, Object> json(ScheduleState state, NewJob job, List<Instant> firings) {
        Map<String, Object> json = ScheduleText.json(state);
        json.put("next", firings.stream().map(Instant::toString).toList());
        json.put("priority", JobText.lower(job.priority()));
        json.put("maxAttempts", job.maxAttempts());
        json.put("headers", job.headers());
        json.putAll(ScheduleText.keys(job));
        if (payload) {
            JobText.add(json, "payload", job.payload());
        }
        return json;
    }

    private List<String> text(ScheduleState state, NewJob job, List<Instant> firings) {
        List<String> lines = new ArrayList<>();
        lines.add(ScheduleText.line(state));
        lines.add("  job of kind " + job.kind() + ", priority " + JobText.lower(job.priority()) + ", "
                + job.maxAttempts() + " attempts, payload of " + job.payload().remaining() + " bytes");
        if (!firings.isEmpty()) {
            lines.add("  fires at " + firings.stream().map(Instant::toString).collect(Collectors.joining(", ")));
        }
        state.lastJob().ifPresent(last -> lines.add("  last job " + last));
        ScheduleText.keys(job).forEach((what, key) -> lines.add("  " + what + " " + key));
        job.headers().forEach((what, value) -> lines.add("  header " + what + "=" + value));
        if (payload) {
            lines.add("  payload " + JobText.text(job.payload()));
        }
        return lines;
    }
}
