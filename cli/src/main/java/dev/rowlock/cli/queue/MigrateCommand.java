package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.Schema;
import dev.rowlock.queue.SchemaState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock migrate}. */
@Command(
        name = "migrate",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Creates the managed queue's tables, or brings them up to date. It may be run again, and by many at once.",
            ""
        },
        footer = {"", "Example:", "  rowlock migrate --print > queue.sql"})
public final class MigrateCommand implements Callable<Integer> {
    /** Instead of migrating. */
    static final class Instead {
        @Option(names = "--dry-run", description = "say what would be done; exit code 1 when there is something")
        private boolean dryRun;

        @Option(names = "--print", description = "print all statements as plain SQL; needs no server")
        private boolean print;
    }

    @ArgGroup
    private @Nullable Instead instead;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        if (instead != null && instead.print) {
            output.answer(Map.of("sql", Schema.script()), Schema.script());
            return ExitCode.DONE.number();
        }
        try (QueueServer server = QueueServer.connect(spec)) {
            if (instead != null && instead.dryRun) {
                SchemaState state = Schema.state(server.server().dataSource());
                output.answer(
                        json(state),
                        state.pending().isEmpty()
                                ? "up to date at version " + state.version()
                                : "would apply: " + String.join(", ", state.pending()));
                return (state.pending().isEmpty() ? ExitCode.DONE : ExitCode.NO).number();
            }
            SchemaState state = Schema.migrate(server.server().dataSource());
            output.answer(
                    json(state),
                    state.applied().isEmpty()
                            ? "up to date at version " + state.version()
                            : "applied: " + String.join(", ", state.applied()));
            return ExitCode.DONE.number();
        }
    }

    private static Map<String, Object> json(SchemaState state) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", state.version());
        json.put("applied", List.copyOf(state.applied()));
        json.put("pending", List.copyOf(state.pending()));
        return json;
    }
}
