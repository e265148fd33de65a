package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobOrder;
import dev.rowlock.queue.JobPage;
import dev.rowlock.queue.JobQuery;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.JobStatus;
import dev.rowlock.queue.ListedJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.internal.line.Tickets;
import dev.rowlock.queue.internal.sql.ListStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Lists the jobs of one queue, in a transaction that is open. Thread-safe. */
public final class JobLists {
    /** Rows that one page looks at in each place, whether they are wanted or not. */
    static final int LOOKED_AT = 1_000;

    private static final JobId FIRST = new JobId(new UUID(0, 0));
    private static final JobId LAST = new JobId(new UUID(-1, -1));

    /** A row as it was found. */
    private record Row(ListedJob job, int queue) {
        JobId id() {
            return job.status().id();
        }
    }

    /** What was looked at: all rows up to the horizon, or to the end when there is none. */
    private record Look(List<Row> rows, Optional<JobId> horizon) {}

    private final int queue;
    private final String name;

    public JobLists(int queue, String name) {
        this.queue = queue;
        this.name = name;
    }

    public JobPage list(Connection connection, JobQuery query) throws SQLException {
        Look look = look(connection, query);
        List<ListedJob> wanted = new ArrayList<>();
        for (Row row : look.rows()) {
            if (wanted.size() == query.limit()) {
                JobId last = wanted.get(wanted.size() - 1).status().id();
                return new JobPage(wanted, Optional.of(last));
            }
            if (isWanted(row, query)) {
                wanted.add(row.job());
            }
        }
        return new JobPage(wanted, look.horizon());
    }

    private boolean isWanted(Row row, JobQuery query) {
        JobStatus status = row.job().status();
        return row.queue() == queue
                && !status.kind().equals(Tickets.KIND)
                && status.state() == query.state()
                && query.kind().map(status.kind()::equals).orElse(true);
    }

    private Look look(Connection connection, JobQuery query) throws SQLException {
        return switch (query.state()) {
            case READY, RUNNING -> lanes(connection, query);
            case DELAYED, QUARANTINED -> one(query, call(connection, ListStatements.DELAYED_LIST, query));
            case BLOCKED -> one(query, call(connection, ListStatements.LINED_LIST, query));
            case DEAD ->
                one(query, bound(new Call(connection, ordered(ListStatements.DEAD_PAGE, query)).with(queue), query));
            case DONE, CANCELLED, DISCARDED -> one(query, call(connection, ListStatements.HISTORY_LIST, query));
        };
    }

    private static Call call(Connection connection, String statement, JobQuery query) {
        return bound(new Call(connection, ordered(statement, query)), query);
    }

    private Look one(JobQuery query, Call call) throws SQLException {
        return merged(query, List.of(call.query(this::read)));
    }

    private Look lanes(Connection connection, JobQuery query) throws SQLException {
        List<List<Row>> lanes = new ArrayList<>();
        for (Priority lane : Priority.values()) {
            Call call = new Call(connection, ordered(ListStatements.LANE_LIST, query))
                    .with(queue)
                    .with(lane.lane());
            lanes.add(bound(call, query).query(this::read));
        }
        return merged(query, lanes);
    }

    /** Rows behind the nearest end of a full part are left for the next page: others of their place may stand in between. */
    private static Look merged(JobQuery query, List<List<Row>> parts) {
        Comparator<JobId> order =
                query.order() == JobOrder.OLDEST_FIRST ? Comparator.naturalOrder() : Comparator.reverseOrder();
        Optional<JobId> horizon = parts.stream()
                .filter(part -> part.size() == LOOKED_AT)
                .map(part -> part.get(part.size() - 1).id())
                .min(order);
        List<Row> rows = parts.stream()
                .flatMap(List::stream)
                .filter(row -> horizon.isEmpty() || order.compare(row.id(), horizon.get()) <= 0)
                .sorted(Comparator.comparing(Row::id, order))
                .toList();
        return new Look(rows, horizon);
    }

    private static String ordered(String statement, JobQuery query) {
        boolean oldest = query.order() == JobOrder.OLDEST_FIRST;
        return statement.replace("{past}", oldest ? ">" : "<").replace("{order}", oldest ? "ASC" : "DESC");
    }

    private static Call bound(Call call, JobQuery query) {
        JobId begin = query.order() == JobOrder.OLDEST_FIRST ? FIRST : LAST;
        return call.with(query.after().orElse(begin).bytes()).with(LOOKED_AT);
    }

    private Row read(ResultSet row) throws SQLException {
        JobStatus status = new JobStatus(
                JobId.of(row.getBytes(1)),
                name,
                Objects.requireNonNull(row.getString(2)),
                JobState.valueOf(row.getString(5)),
                row.getInt(3));
        Instant at = Instant.EPOCH.plus(row.getLong(7), ChronoUnit.MICROS);
        return new Row(new ListedJob(status, row.getInt(4), at), row.getInt(6));
    }
}
