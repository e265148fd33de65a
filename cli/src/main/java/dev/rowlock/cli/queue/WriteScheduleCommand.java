package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.schedule.CatchUp;
import dev.rowlock.queue.schedule.Schedule;
import dev.rowlock.queue.schedule.Schedules;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands share that write a schedule down. */
abstract class WriteScheduleCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "of the schedule, one for each in the schema")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Parameters(index = "1", paramLabel = "QUEUE", description = "which gets the jobs")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String queue;

    @Parameters(index = "2", paramLabel = "KIND", description = "which handler the jobs are for")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String kind;

    @Parameters(
            index = "3",
            arity = "0..1",
            paramLabel = "PAYLOAD",
            description = "as it is; - reads standard input; default: empty")
    private @Nullable String payload;

    @Mixin
    private TimingOptions timing = new TimingOptions();

    @Option(
            names = "--catch-up",
            paramLabel = "POLICY",
            converter = CatchUpConverter.class,
            description = "of firings that nobody was there for: none, the latest, or so many; default: latest")
    private CatchUp catchUp = CatchUp.latest();

    @Option(names = "--file", paramLabel = "FILE", description = "the payload is in this file")
    private @Nullable Path file;

    @Mixin
    private JobTraits traits = new JobTraits();

    @Option(names = "--new-queue", description = "add the queue if there is none of this name")
    private boolean newQueue;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (payload != null && file != null) {
            throw new ParameterException(spec.commandLine(), "a payload is given twice: PAYLOAD and --file");
        }
        Schedule schedule = new Schedule(
                name,
                timing.timing(),
                queue,
                traits.job(kind, PayloadSource.read(file, payload)).build(),
                catchUp);
        try (QueueServer server = QueueServer.connect(spec)) {
            QueueServer.queue(server.queues(), queue, newQueue ? NewQueues.ADDED : NewQueues.REFUSED);
            return write(server.queues().schedules(), schedule, RowlockCommand.output(spec))
                    .number();
        }
    }

    abstract ExitCode write(Schedules schedules, Schedule schedule, Output output);
}
