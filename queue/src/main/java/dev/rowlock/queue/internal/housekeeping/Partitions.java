package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tables by day: a partition for today and the days ahead, and none older than wanted. Days are dropped, never deleted row by row.
 *
 * <p>Locks: the table's metadata, for which it waits two seconds at most, since everybody who comes later waits behind it. What could not be
 * done is done next time; until then rows stand in the last partition, and nothing stops.
 */
public final class Partitions {
    private static final Logger log = LoggerFactory.getLogger(Partitions.class);

    private static final List<String> TABLES = List.of("rowlock_history", "rowlock_failure", "rowlock_report");
    private static final int DAYS_AHEAD = 3;
    private static final int PATIENCE_SECONDS = 2;
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'p'yyyyMMdd");
    private static final String REST = "pmax";

    private final DataSource dataSource;
    private final int keepDays;

    public Partitions(DataSource dataSource, int keepDays) {
        this.dataSource = dataSource;
        this.keepDays = keepDays;
    }

    /** Adds and drops what the day asks for. */
    public void keep() {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            long patience = number(connection, HousekeepingStatements.PATIENCE_READ);
            execute(connection, HousekeepingStatements.PATIENCE_SET + PATIENCE_SECONDS);
            try {
                LocalDate today = LocalDate.parse(text(connection, HousekeepingStatements.TODAY));
                for (String table : TABLES) {
                    keep(connection, table, today);
                }
            } finally {
                execute(connection, HousekeepingStatements.PATIENCE_SET + patience);
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    private void keep(Connection connection, String table, LocalDate today) throws SQLException {
        List<String> names = new Call(connection, HousekeepingStatements.PARTITION_LIST)
                .with(table)
                .query(row -> Objects.requireNonNull(row.getString(1)));
        add(connection, table, names, today);
        for (String name : names) {
            if (!name.equals(REST) && LocalDate.parse(name, NAME).isBefore(today.minusDays(keepDays))) {
                execute(
                        connection,
                        of(HousekeepingStatements.PARTITION_DROP, table).replace("{name}", name));
                log.info("rowlock history dropped table={} partition={}", table, name);
            }
        }
    }

    private static void add(Connection connection, String table, List<String> names, LocalDate today)
            throws SQLException {
        // Days before the newest partition are in a partition already.
        LocalDate next = names.stream()
                .filter(name -> !name.equals(REST))
                .map(name -> LocalDate.parse(name, NAME).plusDays(1))
                .max(LocalDate::compareTo)
                .filter(day -> day.isAfter(today))
                .orElse(today);
        List<String> added = new ArrayList<>();
        for (LocalDate day = next; !day.isAfter(today.plusDays(DAYS_AHEAD)); day = day.plusDays(1)) {
            added.add(HousekeepingStatements.PARTITION_DAY
                    .replace("{name}", NAME.format(day))
                    .replace("{day}", day.plusDays(1).toString()));
        }
        if (!added.isEmpty()) {
            added.add(HousekeepingStatements.PARTITION_REST);
            execute(
                    connection,
                    of(HousekeepingStatements.PARTITION_ADD, table).replace("{partitions}", String.join(", ", added)));
        }
    }

    private static String of(String statement, String table) {
        return statement.replace("{table}", table);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        return new Call(connection, query).query(row -> row.getLong(1)).get(0);
    }

    private static String text(Connection connection, String query) throws SQLException {
        return new Call(connection, query)
                .query(row -> Objects.requireNonNull(row.getString(1)))
                .get(0);
    }
}
