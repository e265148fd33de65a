package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.watch.Retention;
import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to watch. Filled by picocli. */
final class WatchOptions {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final int LAST_PORT = 65_535;

    @Option(names = "--watch", required = true, description = "look at the server again and again, until Ctrl-C")
    @SuppressWarnings("UnusedVariable") // without it there is no group
    private boolean watch;

    @Option(names = "--every", paramLabel = "DURATION", description = "pause between two looks; default: 2s")
    private Duration every = Duration.ofSeconds(2);

    @Option(names = "--seconds", paramLabel = "N", description = "end after so long")
    private @Nullable Integer seconds;

    @Option(
            names = "--history",
            paramLabel = "SCHEMA",
            description =
                    "keep each deadlock as a row of the table rowlock_deadlock in this schema; --mask keeps values out")
    private @Nullable String history;

    @Option(names = "--create-history", description = "make that table if it is not there")
    private boolean createHistory;

    @Option(names = "--keep", paramLabel = "DURATION", description = "how long rows of the history stay; default: 90d")
    private Duration keep = Retention.standard().age();

    @Option(names = "--keep-rows", paramLabel = "N", description = "how many rows stay at most; default: 10000")
    private int keepRows = Retention.standard().rows();

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "serve metrics for Prometheus at http://127.0.0.1:PORT/metrics; 0 takes a free port")
    private @Nullable Integer metricsPort;

    Duration every() {
        if (every.compareTo(SHORTEST) < 0) {
            throw new ConfigurationException("--every " + every.toMillis() + "ms is too often: 100ms is the least");
        }
        return every;
    }

    Optional<Duration> length() {
        if (seconds == null) {
            return Optional.empty();
        }
        if (seconds < 1) {
            throw new ConfigurationException("--seconds " + seconds + " is too short: 1 is the least");
        }
        return Optional.of(Duration.ofSeconds(seconds));
    }

    Optional<String> history() {
        if (history == null && createHistory) {
            throw new ConfigurationException("--create-history needs --history SCHEMA, which says where");
        }
        return Optional.ofNullable(history);
    }

    boolean isHistoryToBeMade() {
        return createHistory;
    }

    Retention retention() {
        return new Retention(keep, keepRows);
    }

    OptionalInt metricsPort() {
        if (metricsPort == null) {
            return OptionalInt.empty();
        }
        if (metricsPort < 0 || metricsPort > LAST_PORT) {
            throw new ConfigurationException("--metrics-port " + metricsPort + " is no port: 0 to " + LAST_PORT);
        }
        return OptionalInt.of(metricsPort);
    }
}
