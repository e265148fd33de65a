package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.JobId;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            "Where a job is, how far it says it is, what its attempts noted down, how they failed, and what came of it.",
            "Exit code 1: there is no such job, or it is no longer kept.",
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
            Optional<ShownJob> shown = ShownJob.read(server.queues(), job, parts());
            if (shown.isEmpty()) {
                output.answer(Map.of("id", job.toString(), "state", "unknown"), "there is no job " + job);
                return ExitCode.NO.number();
            }
            if (output.isJson()) {
                output.json(ShownJobJson.of(shown.get()));
            } else {
                ShownJobText.of(shown.get()).forEach(output::line);
            }
            return ExitCode.DONE.number();
        }
    }

    private Set<ShownJob.Part> parts() {
        Set<ShownJob.Part> parts = EnumSet.noneOf(ShownJob.Part.class);
        if (payload) {
            parts.add(ShownJob.Part.PAYLOAD);
        }
        if (stacks) {
            parts.add(ShownJob.Part.STACKS);
        }
        return parts;
    }
}
