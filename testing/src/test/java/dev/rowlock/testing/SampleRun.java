package dev.rowlock.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Runs a test class in a JVM of its own, because environment variables cannot be changed in this one. */
final class SampleRun {
    private SampleRun() {}

    /** Prints one line per test: what became of it, and why. */
    public static void main(String[] arguments) throws ClassNotFoundException {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Class.forName(arguments[0])))
                .execute()
                .allEvents()
                .filter(event -> event.getTestDescriptor().isTest())
                .filter(event -> event.getType() == EventType.FINISHED || event.getType() == EventType.SKIPPED)
                .map(SampleRun::line)
                .forEach(System.out::println);
    }

    private static String line(Event event) {
        String what = event.getType() == EventType.SKIPPED
                ? "SKIPPED " + event.getPayload(String.class).orElse("")
                : event.getPayload(TestExecutionResult.class)
                        .map(result -> result.getStatus() + " "
                                + result.getThrowable()
                                        .map(Throwable::getMessage)
                                        .orElse(""))
                        .orElse("");
        return "RESULT " + event.getTestDescriptor().getDisplayName() + ": " + what.replace('\n', ' ');
    }

    static List<String> of(Class<?> sample, Map<String, String> environment, Predicate<String> classPath, Path work)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Drowlock.test.servers.file=" + work.resolve("servers"),
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(":"))
                        .filter(classPath)
                        .collect(Collectors.joining(":")),
                SampleRun.class.getName(),
                sample.getName()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(work.resolve("output").toFile())
                .redirectError(work.resolve("errors").toFile());
        builder.environment().keySet().removeAll(List.of("CI", "ROWLOCK_TEST_URL"));
        builder.environment().putAll(environment);
        int exit = builder.start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException("exit " + exit + ": " + Files.readString(work.resolve("errors")));
        }
        return Files.readAllLines(work.resolve("output")).stream()
                .filter(line -> line.startsWith("RESULT "))
                .map(line -> line.substring("RESULT ".length()))
                .toList();
    }
}
