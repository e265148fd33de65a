package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.schedule.ScheduleState;
import dev.rowlock.queue.schedule.Schedules;
import dev.rowlock.queue.schedule.UnreadableSchedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rowlock schedules list}. */
@Command(
        name = "list",
        abbreviateSynopsis = true,
        description = {
            "Lists the schedules by name: timing, queue, kind, next and last firing, how often they have fired, and what becomes of missed firings. Times are UTC.",
            ""
        },
        footer = {"", "Example:", "  rowlock schedules list --json"})
final class ScheduleListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (QueueServer server = QueueServer.connect(spec)) {
            Schedules schedules = server.queues().schedules();
            List<ScheduleState> all = schedules.list();
            List<UnreadableSchedule> others = schedules.unreadable();
            if (all.isEmpty() && others.isEmpty() && !output.isJson()) {
                output.line("there are no schedules yet");
            }
            all.forEach(state -> output.answer(ScheduleText.json(state), ScheduleText.line(state)));
            others.forEach(schedule -> tell(output, schedule));
            return ExitCode.DONE.number();
        }
    }

    private static void tell(Output output, UnreadableSchedule schedule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", schedule.name());
        json.put("state", "unreadable");
        json.put("reason", schedule.reason());
        output.answer(json, schedule.name() + "  cannot be read here: " + schedule.reason());
    }
}
