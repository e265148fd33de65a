package dev.rowlock.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A worker that really is another process. Used by one thread. */
final class WorkerProcess implements AutoCloseable {
    private final String name;
    private final Process process;

    private WorkerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /** Starts it from the same JVM and class path as this one. */
    static WorkerProcess start(String name, String url) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                java,
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rowlock.cli.Main",
                "demo-worker",
                "--name",
                name);
        builder.environment().put("ROWLOCK_URL", url);
        List.of("ROWLOCK_USER", "ROWLOCK_PASSWORD").forEach(builder.environment()::remove);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return new WorkerProcess(name, builder.start());
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** As {@code kill -9}: it gets no chance to give anything back. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Lets it finish what it holds and end; what it said of itself, if it ended well. */
    Optional<JsonNode> stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean ended = process.waitFor(20, TimeUnit.SECONDS);
        return ended && process.exitValue() == 0 && !said.isBlank()
                ? Optional.of(Output.mapper().readTree(said.strip()))
                : Optional.empty();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
