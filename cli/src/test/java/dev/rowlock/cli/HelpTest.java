package dev.rowlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.cli.fixture.CommandRun;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command says of itself, without any server. */
final class HelpTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "table check",
                "table claim",
                "table extend",
                "table complete",
                "table release",
                "table fail",
                "table reclaim",
                "table work",
                "batch plan",
                "batch run",
                "batch status",
                "batch pause",
                "batch resume",
                "batch rate",
                "batch cancel",
                "batch events",
                "batch held",
                "migrate",
                "enqueue",
                "work",
                "jobs list",
                "jobs show",
                "jobs cancel",
                "jobs retry",
                "jobs discard",
                "queues list",
                "queues pause",
                "queues resume",
                "queues quarantine",
                "queues limit",
                "schedules list",
                "schedules show",
                "schedules add",
                "schedules put",
                "schedules pause",
                "schedules resume",
                "schedules fire",
                "schedules remove",
                "why",
                "collisions",
                "demo"
            })
    void everyCommandHasHelpWithAnExample(String command) {
        CommandRun run =
                CommandRun.run(Map.of(), (command + " --help").split(" ")).endedWith(0);
        assertThat(run.out())
                .contains("Usage: rowlock " + command, "rowlock " + command + " ")
                .containsIgnoringCase("example");
        assertThat(run.error()).isEmpty();
    }

    @Test
    void theCommandItselfTellsItsExitCodes() {
        assertThat(CommandRun.run(Map.of(), "--help").endedWith(0).out())
                .contains("Exit codes: 0 done", "table", "demo");
        assertThat(CommandRun.run(Map.of(), "--version").endedWith(0).out()).startsWith("rowlock ");
    }

    @Test
    void withoutACommandItSaysHowToAskForHelp() {
        CommandRun.run(Map.of()).endedWith(2).saying("--help");
        CommandRun.run(Map.of(), "table").endedWith(2).saying("rowlock table --help");
    }
}
