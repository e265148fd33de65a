package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Jobs of one statement, named lane by lane and in primary-key order (facts 3.6). */
final class Groups {
    private record Lane(int priority, long token) {}

    private static final Comparator<LeasedJob> KEY_ORDER =
            Comparator.comparingInt(LeasedJob::priority).thenComparing(LeasedJob::id);

    private final Map<Lane, List<LeasedJob>> byLease =
            new TreeMap<>(Comparator.comparingInt(Lane::priority).thenComparingLong(Lane::token));

    private final Map<Integer, List<LeasedJob>> byPriority = new TreeMap<>();

    private Groups(List<LeasedJob> jobs) {
        for (LeasedJob job : jobs) {
            byLease.computeIfAbsent(new Lane(job.priority(), job.token()), lane -> new ArrayList<>())
                    .add(job);
            byPriority
                    .computeIfAbsent(job.priority(), lane -> new ArrayList<>())
                    .add(job);
        }
    }

    /** As many statements as the jobs need. */
    static List<List<LeasedJob>> statements(List<LeasedJob> jobs) {
        List<LeasedJob> sorted = jobs.stream().sorted(KEY_ORDER).toList();
        List<List<LeasedJob>> parts = new ArrayList<>();
        for (int from = 0; from < sorted.size(); from += Rows.MOST_NAMES) {
            parts.add(sorted.subList(from, Math.min(sorted.size(), from + Rows.MOST_NAMES)));
        }
        return parts;
    }

    static Groups of(List<LeasedJob> jobs) {
        return new Groups(jobs);
    }

    /** The statement for these jobs under the leases they were claimed with. */
    String held(String statement) {
        return statement.replace("{held}", pieces(CycleStatements.HELD, byLease.values().stream()));
    }

    /** The statement for these jobs, whoever holds them. */
    String rows(String statement) {
        return statement.replace("{rows}", pieces(CycleStatements.ROWS, byPriority.values().stream()));
    }

    private static String pieces(String piece, Stream<List<LeasedJob>> groups) {
        return groups.map(group -> "(" + piece.replace("{ids}", Rows.names(group.size())) + ")")
                .collect(Collectors.joining(" OR "));
    }

    Call bindHeld(Call call) {
        byLease.forEach((lane, jobs) -> {
            call.with(lane.priority()).with(lane.token());
            jobs.forEach(job -> call.with(job.id().bytes()));
        });
        return call;
    }

    Call bindRows(Call call) {
        byPriority.forEach((priority, jobs) -> {
            call.with(priority);
            jobs.forEach(job -> call.with(job.id().bytes()));
        });
        return call;
    }
}
