package dev.rowlock.cli.bench;

import dev.rowlock.mysql.ConfigurationException;
import java.sql.Connection;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How a batch beside online traffic is measured: options of {@code rowlock bench}. Set by picocli, then read only. */
final class BatchSizes {
    @Option(names = "--rows", description = "rows of the order table, two in three overdue; default: 2000000")
    private int rows = 2_000_000;

    @Option(names = "--rounds", description = "rounds of each measurement; default: 1")
    private int rounds = 1;

    @Option(names = "--base", paramLabel = "TIME", description = "online traffic alone; default: 120s")
    private Duration base = Duration.ofSeconds(120);

    @Option(names = "--tps", description = "online transactions a second; default: 320")
    private int tps = 320;

    @Option(
            names = "--hot",
            paramLabel = "SHARE",
            description = "share of online writes at the batch's frontier; default: 0.4")
    private double hot = 0.4;

    @Option(names = "--txn", paramLabel = "N", description = "writes in one online transaction; default: 1")
    private int statements = 1;

    @Option(
            names = "--online-isolation",
            paramLabel = "RC|RR",
            description = "of the online sessions: READ COMMITTED or REPEATABLE READ; default: RC")
    private String isolation = "RC";

    @Option(names = "--rate", description = "of the batch for P8, P9 and P10; default: auto")
    private String rate = "auto";

    void check() {
        if (rows < 3_000 || rounds < 1 || tps < 1 || statements < 1 || hot < 0 || hot > 1) {
            throw new ConfigurationException(
                    "a bench needs at least 3000 rows, 1 round, 1 transaction a second of 1 write, and a share from 0 to 1");
        }
        isolation();
    }

    int rows() {
        return rows;
    }

    int rounds() {
        return rounds;
    }

    Duration base() {
        return base;
    }

    Traffic traffic() {
        return new Traffic(tps, hot, statements, isolation());
    }

    /** Of the batch, as {@code batch run --rate} takes it. */
    String rate() {
        return rate;
    }

    private int isolation() {
        return switch (isolation.toUpperCase(Locale.ROOT)) {
            case "RC" -> Connection.TRANSACTION_READ_COMMITTED;
            case "RR" -> Connection.TRANSACTION_REPEATABLE_READ;
            default -> throw new ConfigurationException("--online-isolation is RC or RR, not " + isolation);
        };
    }
}
