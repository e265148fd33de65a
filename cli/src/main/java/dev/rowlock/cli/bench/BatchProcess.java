package dev.rowlock.cli.bench;

import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.internal.sql.BenchStatements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code rowlock batch run} as another process, as a user starts it, and how much memory it takes. Used by one thread. */
final class BatchProcess {
    private static final long LOOK_EVERY_MILLIS = 500;

    private final Account account;

    BatchProcess(Account account) {
        this.account = account;
    }

    /**
     * How it went.
     *
     * @param residentKilobytes resident memory twice a second; empty where the system does not tell
     */
    record Ended(int exit, double seconds, List<Long> residentKilobytes) {}

    /** What the batch is given: its options of these names; as guard {@link #USUAL} for those that it has by itself. */
    record Given(String guard, String rate, String chunkTime) {
        static final String USUAL = "usual";

        private List<String> guards() {
            return guard.equals(USUAL) ? List.of() : List.of("--guard", guard);
        }
    }

    /** Runs it to its end. */
    Ended run(Given given) throws IOException, InterruptedException {
        Path log = Files.createTempFile("rowlock-bench-", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // as the launcher starts it
                "-cp",
                System.getProperty("java.class.path"),
                "dev.rowlock.cli.Main",
                "batch",
                "run",
                "--json",
                "--table",
                "rowlock_bench_order",
                "--where",
                BenchStatements.ORDER_OVERDUE,
                "--set",
                BenchStatements.ORDER_MARK,
                "--rate",
                given.rate(),
                "--chunk-time",
                given.chunkTime()));
        command.addAll(given.guards());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        environment(builder.environment());
        long start = System.nanoTime();
        Process process = builder.start();
        List<Long> resident = new ArrayList<>();
        try {
            while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                resident(process.pid()).ifPresent(resident::add);
            }
        } finally {
            process.destroy();
        }
        if (process.exitValue() > 1) {
            throw new IOException(
                    "rowlock batch run ended with exit code " + process.exitValue() + ": " + Files.readString(log));
        }
        Files.deleteIfExists(log);
        return new Ended(process.exitValue(), (System.nanoTime() - start) / 1e9, resident);
    }

    private void environment(Map<String, String> environment) {
        environment.put("ROWLOCK_URL", account.url());
        put(environment, "ROWLOCK_USER", account.userOrNull());
        put(environment, "ROWLOCK_PASSWORD", account.passwordOrNull());
    }

    private static void put(Map<String, String> environment, String name, @Nullable String value) {
        if (value == null) {
            environment.remove(name);
        } else {
            environment.put(name, value);
        }
    }

    private static Optional<Long> resident(long pid) {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.isReadable(status)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst();
        } catch (UncheckedIOException | IOException ended) {
            return Optional.empty();
        }
    }
}
