package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalDouble;

/** The server's process, when it runs on this machine and the system tells of it: what it costs is a better figure than how long things took. */
public final class ServerProcess {
    /** What Linux counts processor time in, wherever it runs Java. */
    private static final double TICKS_PER_SECOND = 100;

    private final Optional<Path> stat;

    private ServerProcess(Optional<Path> stat) {
        this.stat = stat;
    }

    /** Finds it by its pid file. */
    public static ServerProcess of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(GroundStatements.SERVER_PID_FILE)) {
            row.next();
            Path file = Path.of(row.getString(2)).resolve(row.getString(1));
            String pid = Files.readString(file).strip();
            Path stat = Path.of("/proc", pid, "stat");
            String command = Files.readString(Path.of("/proc", pid, "cmdline"));
            boolean isServer = command.contains("mysqld") || command.contains("mariadbd");
            return new ServerProcess(Files.isReadable(stat) && isServer ? Optional.of(stat) : Optional.empty());
        } catch (IOException notHere) {
            return new ServerProcess(Optional.empty());
        }
    }

    /** Processor seconds it has used, user and system. */
    public OptionalDouble cpuSeconds() {
        if (stat.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            String line = Files.readString(stat.get());
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return OptionalDouble.of((Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND);
        } catch (IOException ended) {
            return OptionalDouble.empty();
        }
    }
}
