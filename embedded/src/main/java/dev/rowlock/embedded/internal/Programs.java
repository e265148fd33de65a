package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.EmbeddedServerException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs short-lived programs and finds installed ones. */
final class Programs {
    private static final long LONGEST_MINUTES = 10;

    private Programs() {}

    /** Looks through {@code PATH} and the folders of system programs, which are not in every user's path. */
    static Optional<Path> find(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Runs a program to its end and gives what it printed.
     *
     * @param log receives what it prints; goes when all went well
     * @throws EmbeddedServerException with the program's last words, if it fails
     */
    static String run(Path log, List<String> command) {
        return run(log, command, ProcessBuilder.Redirect.from(new File("/dev/null")));
    }

    static String run(Path log, List<String> command, ProcessBuilder.Redirect input) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Path errors = log.resolveSibling(log.getFileName() + ".errors");
            Process process = new ProcessBuilder(command)
                    .redirectInput(input)
                    .redirectOutput(log.toFile())
                    .redirectError(errors.toFile())
                    .start();
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new EmbeddedServerException(command.get(0) + " did not end within " + LONGEST_MINUTES + " min");
            }
            if (process.exitValue() != 0) {
                throw new EmbeddedServerException(
                        "%s ended with %d: %s".formatted(command.get(0), process.exitValue(), lastWords(errors, log)));
            }
            String printed = read(log);
            Files.delete(log);
            Files.delete(errors);
            return printed;
        } catch (IOException failed) {
            throw new EmbeddedServerException(command.get(0) + " could not be run: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("interrupted while " + command.get(0) + " ran", interrupted);
        }
    }

    /** The last line with "ERROR" in it, else the last line that says anything. */
    static String lastWords(Path... logs) throws IOException {
        String last = "";
        for (Path log : logs) {
            for (String line : Files.exists(log) ? read(log).split("\n") : new String[0]) {
                boolean better = (line.contains("ERROR") && !line.contains("Aborting")) || !last.contains("ERROR");
                last = better && !line.isBlank() ? line.strip() : last;
            }
        }
        return last;
    }

    private static String read(Path file) throws IOException {
        // Server logs are not always UTF-8, and a broken character is no reason to lose the message.
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
