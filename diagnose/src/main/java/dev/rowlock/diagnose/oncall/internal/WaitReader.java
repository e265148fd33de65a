package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.internal.sql.WhyStatements;
import dev.rowlock.mysql.ServerFamily;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads who waits for whom on one table. Asks for waits only when a transaction waits. */
final class WaitReader {
    private final ServerFamily family;
    private final String schema;
    private final String table;
    private final SessionReader sessions;

    WaitReader(ServerFamily family, String schema, String table, SessionReader sessions) {
        this.family = family;
        this.schema = schema;
        this.table = table;
        this.sessions = sessions;
    }

    /** Who uses the table, by thread, and who of them waits for its definition; only MySQL says. */
    private record Users(Set<Long> threads, Set<Long> pending) {}

    List<LockWait> read(Connection connection, List<SessionView> transactions) throws SQLException {
        Users users = family == ServerFamily.MARIADB ? new Users(Set.of(), Set.of()) : users(connection);
        List<LockWait> waits = new ArrayList<>();
        if (transactions.stream().anyMatch(transaction -> transaction.waiting() != null)) {
            waits.addAll(rowWaits(connection, transactions, users));
        }
        if (family == ServerFamily.MARIADB || !users.pending().isEmpty()) {
            waits.addAll(definitionWaits(connection, transactions, users));
        }
        return waits;
    }

    private List<LockWait> rowWaits(Connection connection, List<SessionView> transactions, Users users)
            throws SQLException {
        Map<Long, SessionView> byThread =
                transactions.stream().collect(Collectors.toMap(SessionView::thread, session -> session, (a, b) -> a));
        Map<Long, Long> blockers = new LinkedHashMap<>();
        Set<Long> onTable = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        family == ServerFamily.MARIADB
                                ? WhyStatements.WHY_WAITS_MARIADB
                                : WhyStatements.WHY_WAITS_MYSQL)) {
            while (row.next()) {
                long waiter = row.getLong(1);
                long blocker = row.getLong(2);
                blockers.putIfAbsent(waiter, blocker);
                boolean here = family == ServerFamily.MARIADB
                        ? isTable(row.getString(3))
                        : isOnTable(byThread.get(waiter), waiter, blocker, users);
                if (here) {
                    onTable.add(waiter);
                }
            }
        }
        List<LockWait> waits = new ArrayList<>();
        Map<Long, SessionView> roots = new HashMap<>();
        for (long waiter : onTable) {
            SessionView who = byThread.get(waiter);
            if (who != null) {
                long root = root(waiter, blockers);
                SessionView blocker = byThread.get(root);
                if (blocker != null && !roots.containsKey(root)) {
                    roots.put(root, sessions.withLatestStatement(connection, blocker));
                }
                waits.add(new LockWait(LockWait.Kind.ROW, who, roots.get(root)));
            }
        }
        return waits;
    }

    /** Whoever uses a table in a transaction has its definition locked; without that instrument, the statement has to name the table. */
    private boolean isOnTable(@Nullable SessionView waiter, long thread, long blocker, Users users) {
        return users.threads().isEmpty()
                ? waiter != null && names(waiter.statement())
                : users.threads().contains(thread) && users.threads().contains(blocker);
    }

    private List<LockWait> definitionWaits(Connection connection, List<SessionView> transactions, Users users)
            throws SQLException {
        SessionView oldest = transactions.stream()
                .filter(transaction -> users.threads().contains(transaction.thread())
                        && !users.pending().contains(transaction.thread()))
                .findFirst()
                .orElse(null);
        SessionView holder = oldest == null ? null : sessions.withLatestStatement(connection, oldest);
        return sessions.definitionWaits(connection).stream()
                .filter(waiter -> family == ServerFamily.MARIADB
                        ? names(waiter.statement())
                        : users.pending().contains(waiter.thread()))
                .map(waiter -> new LockWait(LockWait.Kind.DEFINITION, waiter, holder))
                .toList();
    }

    private Users users(Connection connection) throws SQLException {
        Set<Long> threads = new HashSet<>();
        Set<Long> pending = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(WhyStatements.WHY_TABLE_USERS_MYSQL)) {
            statement.setString(1, schema);
            statement.setString(2, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    threads.add(row.getLong(1));
                    if (row.getInt(2) == 1) {
                        pending.add(row.getLong(1));
                    }
                }
            }
        }
        return new Users(threads, pending);
    }

    /** Who holds everybody up. A ring ends where it began: the server will call it a deadlock. */
    private static long root(long waiter, Map<Long, Long> blockers) {
        Set<Long> passed = new HashSet<>();
        long at = waiter;
        while (passed.add(at)) {
            Long next = blockers.get(at);
            if (next == null) {
                return at;
            }
            at = next;
        }
        return at;
    }

    /** {@code `schema`.`table`}, with a partition behind it or not. */
    private boolean isTable(String printed) {
        String name = "`" + schema + "`.`" + table + "`";
        return printed.regionMatches(true, 0, name, 0, name.length());
    }

    private boolean names(@Nullable String statement) {
        return statement != null && statement.toLowerCase(Locale.ROOT).contains(table.toLowerCase(Locale.ROOT));
    }
}
