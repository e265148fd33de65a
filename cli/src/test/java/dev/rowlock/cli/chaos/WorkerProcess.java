package dev.rowlock.cli.chaos;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A worker, {@code rowlock table work} or another command, in a process of its own. */
final class WorkerProcess implements AutoCloseable {
    private final Process process;

    private WorkerProcess(Process process) {
        this.process = process;
    }

    static WorkerProcess start(String url, Path output, String... arguments) throws IOException {
        return command(
                url,
                output,
                Stream.concat(Stream.of("table", "work"), Stream.of(arguments)).toArray(String[]::new));
    }

    /** Any other command. */
    static WorkerProcess command(String url, Path output, String... arguments) throws IOException {
        return main("dev.rowlock.cli.Main", url, output, arguments);
    }

    /** Any other program, with the URL in its environment. */
    static WorkerProcess main(String type, String url, Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                type));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("ROWLOCK_URL", url);
        File file = output.toFile();
        return new WorkerProcess(builder.redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(file))
                .start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@code kill -NAME}. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The exit code; fails the test when the process has not ended by then. */
    int exitCode(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("the worker has not ended within " + seconds + " s");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
