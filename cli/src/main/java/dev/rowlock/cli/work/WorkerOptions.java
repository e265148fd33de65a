package dev.rowlock.cli.work;

import dev.rowlock.cli.DurationRange;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How a worker works and ends, whatever it works on. Filled by picocli. */
public final class WorkerOptions {
    /** What to do with each. */
    static final class What {
        @Option(names = "--exec", paramLabel = "CMD", description = "run this program for each one")
        private @Nullable String command;

        @Option(names = "--noop", description = "do nothing with each one, and complete it")
        @SuppressWarnings("UnusedVariable") // that there is no command says as much
        private boolean nothing;
    }

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // required
    private What what;

    @Option(names = "--concurrency", paramLabel = "N", description = "programs at one time; default: 8")
    private int concurrency = 8;

    @Option(names = "--batch", paramLabel = "N", description = "how many one claim takes; default: 50")
    private int batch = 50;

    @Option(
            names = "--until-empty",
            description = "end when nothing is ready or in flight any more, here or in another worker")
    private boolean untilEmpty;

    @Option(names = "--timeout", paramLabel = "TIME", description = "longest run of a program; default: none")
    private @Nullable Duration timeout;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "how long running programs may go on at the end; default: 30s")
    private Duration grace = Duration.ofSeconds(30);

    @Option(
            names = "--kill-after",
            paramLabel = "TIME",
            description = "from SIGTERM to SIGKILL for a program that has to end; default: 5s")
    private Duration killAfter = Duration.ofSeconds(5);

    @Option(
            names = "--poll",
            paramLabel = "TIME..TIME",
            description = "first and longest pause between looks when there is nothing to do; default: 20ms..1s")
    private DurationRange poll = new DurationRange(Duration.ofMillis(20), Duration.ofSeconds(1));

    /** The program to run; empty when nothing is to be done. */
    public Optional<ProgramSettings> program() {
        return Optional.ofNullable(what.command)
                .map(command -> new ProgramSettings(command, killAfter, Optional.ofNullable(timeout)));
    }

    public int concurrency() {
        return concurrency;
    }

    public int batch() {
        return batch;
    }

    public boolean isUntilEmpty() {
        return untilEmpty;
    }

    public Duration grace() {
        return grace;
    }

    public DurationRange poll() {
        return poll;
    }

    /** How long a program whose lease is lost may take to end before it is given up. */
    public Duration cancelPatience() {
        return killAfter.plusSeconds(5);
    }
}
