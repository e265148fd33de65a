package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.line.LineKey;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Inserts the rows of jobs, each where it belongs, in statements of few widths. Thread-safe. */
final class NewRows {
    /** Rows of one INSERT. Few widths, so that a driver that prepares on the server keeps them. */
    private static final int[] WIDTHS = {500, 100, 10, 1};

    /** Bytes of payload in one INSERT of many: well below any {@code max_allowed_packet} in use. */
    private static final long MOST_BYTES = 1 << 20;

    /**
     * Where rows go, and how.
     *
     * @param claimable whether workers find them there at once
     */
    record Target(String insert, String row, Binding binding, boolean claimable) {}

    /** Binds the parameters of one row. */
    interface Binding {
        void bind(Call call, NewRow row);
    }

    private final int queue;
    private final Target ready = new Target(EnqueueStatements.JOB_INSERT, EnqueueStatements.JOB_ROW, this::bind, true);
    private final Target later = new Target(
            EnqueueStatements.DELAYED_INSERT,
            EnqueueStatements.DELAYED_ROW,
            (call, row) -> bind(call.with(row.dueMicros()), row),
            false);
    private final Target leased = new Target(
            EnqueueStatements.JOB_INSERT_LEASED,
            EnqueueStatements.JOB_ROW_LEASED,
            (call, row) -> {
                bind(call, row);
                call.with(row.dueMicros()).with(row.leaseMicros());
            },
            false);
    private final Target readyUnique = new Target(
            EnqueueStatements.UNIQUE_JOB_INSERT,
            EnqueueStatements.UNIQUE_JOB_ROW,
            (call, row) -> bind(call.with(row.unique()), row),
            true);
    private final Target laterTied = new Target(
            EnqueueStatements.TIED_DELAYED_INSERT,
            EnqueueStatements.TIED_DELAYED_ROW,
            (call, row) ->
                    bind(call.with(row.line().orElse(null)).with(row.unique()).with(row.dueMicros()), row),
            false);
    private final Target lined = new Target(
            LineStatements.LINED_INSERT,
            LineStatements.LINED_ROW,
            (call, row) -> bind(
                    call.with(row.line().orElseThrow()).with(row.dueMicros()).with(row.unique()), row),
            true);

    NewRows(int queue) {
        this.queue = queue;
    }

    /** Where a row belongs that is under no lease. */
    Target target(NewRow row, long nowMicros) {
        boolean delayed = row.dueMicros() > nowMicros;
        Optional<String> line = row.line();
        boolean tied = line.isPresent() || row.job().uniqueKey().isPresent();
        if (line.isPresent() && (!delayed || LineKey.isOrdered(line.get()))) {
            return lined;
        }
        return delayed ? (tied ? laterTied : later) : tied ? readyUnique : ready;
    }

    /** Jobs that wait in a line. */
    Target lined() {
        return lined;
    }

    void insert(Connection connection, Target target, List<NewRow> rows) throws SQLException {
        int from = 0;
        while (from < rows.size()) {
            int width = width(rows, from);
            insertOnce(connection, target, rows.subList(from, from + width));
            from += width;
        }
    }

    /** Rows that are under a lease from the start, in one statement. */
    void insertLeased(Connection connection, List<NewRow> rows) throws SQLException {
        insertOnce(connection, leased, rows);
    }

    private void insertOnce(Connection connection, Target target, List<NewRow> rows) throws SQLException {
        Target as = target.equals(ready) && areAlike(rows) ? alike(rows.get(0).job()) : target;
        Call call = new Call(connection, as.insert() + Rows.repeated(as.row(), rows.size()));
        for (NewRow row : rows) {
            as.binding().bind(call, row);
        }
        call.update();
    }

    private static boolean areAlike(List<NewRow> rows) {
        NewJob first = rows.get(0).job();
        return rows.size() > 1
                && rows.stream()
                        .allMatch(row -> row.job().priority() == first.priority()
                                && row.job().maxAttempts() == first.maxAttempts()
                                && row.headers().isEmpty());
    }

    private Target alike(NewJob job) {
        String row = EnqueueStatements.JOB_ROW_ALIKE
                .replace("{queue}", Integer.toString(queue))
                .replace("{priority}", Integer.toString(job.priority().lane()))
                .replace("{attempts}", Integer.toString(job.maxAttempts()));
        return new Target(EnqueueStatements.JOB_INSERT, row, NewRows::bindAlike, true);
    }

    private static void bindAlike(Call call, NewRow row) {
        call.with(row.id().bytes()).with(row.job().kind()).with(row.job().payload());
    }

    /** The widest INSERT that is full and not too large. */
    private static int width(List<NewRow> rows, int from) {
        int fits = 0;
        long bytes = 0;
        while (from + fits < rows.size() && fits < WIDTHS[0]) {
            bytes += rows.get(from + fits).job().payload().remaining();
            if (fits > 0 && bytes > MOST_BYTES) {
                break;
            }
            fits++;
        }
        for (int width : WIDTHS) {
            if (width <= fits) {
                return width;
            }
        }
        return 1;
    }

    private void bind(Call call, NewRow row) {
        NewJob job = row.job();
        call.with(queue)
                .with(job.priority().lane())
                .with(row.id().bytes())
                .with(job.maxAttempts())
                .with(job.kind())
                .with(row.headers())
                .with(job.payload());
    }
}
