package dev.rowlock.queue.internal.unique;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.KeyTurn;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.UniqueStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Takes and gives back the keys of one queue's jobs, in a transaction that is open. Holds no state. */
public final class UniqueKeys {
    private static final int DUPLICATE_ENTRY = 1062;

    private final int queue;

    public UniqueKeys(int queue) {
        this.queue = queue;
    }

    /** Takes the key for a new job; or else the job that has it, and keeps it until this transaction ends. */
    public Optional<JobId> take(Connection connection, String name, JobId id) throws SQLException {
        if (insert(connection, name, id)) {
            return Optional.empty();
        }
        List<JobId> first = new Call(connection, UniqueStatements.UNIQUE_FIND)
                .with(queue)
                .with(name)
                .query(row -> JobId.of(row.getBytes(1)));
        if (first.isEmpty()) {
            throw new SQLException(
                    "the unique key " + name + " was given back between two statements: enqueue again", "40001");
        }
        return Optional.of(first.get(0));
    }

    private boolean insert(Connection connection, String name, JobId id) throws SQLException {
        return KeyTurn.of("unique " + queue, name).during(connection, () -> {
            try {
                new Call(connection, UniqueStatements.UNIQUE_INSERT)
                        .with(queue)
                        .with(name)
                        .with(id.bytes())
                        .update();
                return true;
            } catch (SQLException e) {
                if (e.getErrorCode() == DUPLICATE_ENTRY) {
                    return false;
                }
                throw e;
            }
        });
    }

    /** Locks the keys that these jobs have. Those that cannot be locked now: somebody was told of them and has not committed. */
    public List<JobId> lock(Connection connection, Map<JobId, String> names) throws SQLException {
        if (names.isEmpty()) {
            return List.of();
        }
        Map<String, JobId> locked = read(connection, UniqueStatements.UNIQUE_LOCK, names.values());
        Map<JobId, String> missing = new HashMap<>(names);
        missing.values().removeIf(locked::containsKey);
        Map<String, JobId> there =
                missing.isEmpty() ? Map.of() : read(connection, UniqueStatements.UNIQUE_LOOK, missing.values());
        List<JobId> busy = new ArrayList<>();
        missing.forEach((job, name) -> {
            if (job.equals(there.get(name))) {
                busy.add(job);
            }
        });
        return busy;
    }

    /** Gives the keys back that these jobs have and that are locked. */
    public void free(Connection connection, Map<JobId, String> names) throws SQLException {
        Map<String, JobId> now = read(connection, UniqueStatements.UNIQUE_LOOK, names.values());
        List<String> theirs = new TreeMap<>(now)
                .entrySet().stream()
                        .filter(key -> key.getKey().equals(names.get(key.getValue())))
                        .map(Map.Entry::getKey)
                        .toList();
        for (int from = 0; from < theirs.size(); from += Rows.MOST_NAMES) {
            List<String> part = theirs.subList(from, Math.min(theirs.size(), from + Rows.MOST_NAMES));
            named(connection, UniqueStatements.UNIQUE_FREE, part).update();
        }
    }

    /** Gives back the key of one job, when it has it; waits for callers who were told of it. */
    public void freeOne(Connection connection, String name, JobId job) throws SQLException {
        new Call(connection, UniqueStatements.UNIQUE_FREE_ONE)
                .with(queue)
                .with(name)
                .with(job.bytes())
                .update();
    }

    private Map<String, JobId> read(Connection connection, String statement, Collection<String> names)
            throws SQLException {
        Map<String, JobId> found = new HashMap<>();
        List<String> sorted = names.stream().distinct().sorted().toList();
        for (int from = 0; from < sorted.size(); from += Rows.MOST_NAMES) {
            List<String> part = sorted.subList(from, Math.min(sorted.size(), from + Rows.MOST_NAMES));
            named(connection, statement, part)
                    .query(row -> Map.entry(Objects.requireNonNull(row.getString(1)), JobId.of(row.getBytes(2))))
                    .forEach(key -> found.put(key.getKey(), key.getValue()));
        }
        return found;
    }

    private Call named(Connection connection, String statement, List<String> names) {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(names.size()))).with(queue);
        names.forEach(call::with);
        return call;
    }
}
