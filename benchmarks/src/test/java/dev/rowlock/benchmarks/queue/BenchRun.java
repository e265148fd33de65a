package dev.rowlock.benchmarks.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.Main;
import dev.rowlock.cli.Output;
import dev.rowlock.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code rowlock bench --json}, run in this JVM at the smallest size it takes.
 *
 * @param code the exit code
 * @param measures each line of standard output
 * @param notes standard error
 */
record BenchRun(int code, List<JsonNode> measures, String notes) {
    private static final List<String> SMALLEST = List.of(
            "--queue-rounds=1",
            "--jobs=1000",
            "--batch=100",
            "--peer-jobs=1000",
            "--peer-threads=8",
            "--snapshot-jobs=10000",
            "--backlog=1000",
            "--start-jobs=12",
            "--idle=5s");

    static BenchRun of(String id, TestDatabase database) {
        return of(id, Map.of("ROWLOCK_URL", database.url()));
    }

    static BenchRun of(String id, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(List.of("bench", "--json", "--only", id));
        arguments.addAll(SMALLEST);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code = Main.run(
                arguments.toArray(String[]::new),
                environment,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(error, true, StandardCharsets.UTF_8));
        return new BenchRun(
                code,
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(BenchRun::parse)
                        .toList(),
                error.toString(StandardCharsets.UTF_8));
    }

    private static JsonNode parse(String line) {
        try {
            return Output.mapper().readTree(line);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    /** These measures and no other, in this order; whether a goal is met on a busy machine and at this size says nothing. */
    List<Figure> figures(String... ids) {
        assertThat(code).as(notes).isIn(0, 1);
        assertThat(measures)
                .as(notes)
                .extracting(each -> each.path("id").asText())
                .containsExactly(ids);
        List<Figure> figures = measures.stream().map(Figure::of).toList();
        assertThat(code).isEqualTo(figures.stream().allMatch(Figure::met) ? 0 : 1);
        return figures;
    }
}
