package dev.rowlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.fixture.CommandProcess;
import dev.rowlock.cli.fixture.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rowlock demo}. */
final class DemoCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void endsByItselfAndProvesThatEachRowEndedOnce() throws IOException, InterruptedException {
        try (CommandProcess demo = CommandProcess.start(folder, Map.of(), "demo", "--seconds", "15", "--json")) {
            assertThat(demo.exitCode()).as(demo.output()).isZero();
            List<JsonNode> lines = new ArrayList<>();
            for (String line : demo.output().lines().toList()) {
                lines.add(Output.mapper().readTree(line));
            }
            assertThat(lines.stream().filter(line -> line.get("event").asText().equals("proof")))
                    .hasSizeGreaterThanOrEqualTo(6)
                    .allMatch(line -> line.get("holds").asBoolean());
            JsonNode summary = lines.get(lines.size() - 1);
            assertThat(summary.get("holds").asBoolean()).isTrue();
            assertThat(summary.get("facts").toString()).contains("busy").contains("taken back by the others");
        }
    }

    @Test
    void refusesAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            CommandRun.run(Map.of(), "demo", "--seconds", "15", "--port", port)
                    .endedWith(2)
                    .saying(port);
        }
    }

    @Test
    void refusesTimesInWhichNothingCouldBeShown() {
        CommandRun.run(Map.of(), "demo", "--seconds", "1").endedWith(2).saying("--seconds");
        CommandRun.run(Map.of(), "demo", "--port", "0").endedWith(2).saying("--port");
    }
}
