package dev.rowlock.benchmarks.layouts;

import dev.rowlock.benchmarks.internal.sql.LayoutStatements;
import dev.rowlock.benchmarks.queue.Timing;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A bare loop over one layout: enqueues, then claims and completes with one commit for each batch. Used by one thread. */
final class Loop {
    private static final byte[] BEGIN = new byte[16];

    private final Connection connection;
    private final Layout layout;
    private final int batch;
    private final Map<String, Object> parameters = new HashMap<>();
    private final boolean byTime;
    private long made;
    private long token;

    Loop(Connection connection, Layout layout, int batch) {
        this.connection = connection;
        this.layout = layout;
        this.batch = batch;
        this.byTime = layout.claim().contains(":time");
        byte[] payload = new byte[layout.payload()];
        Arrays.fill(payload, (byte) 'x');
        parameters.put("payload", payload);
        parameters.put("limit", batch);
        parameters.put("cursor", layout.ids() == Layout.Ids.EIGHT_BYTES ? (Object) 0L : BEGIN);
        parameters.put("time", "2000-01-01 00:00:00");
        parameters.put("token", token);
    }

    /** Makes its tables anew. */
    void prepare() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            drop(statement);
            for (String create : layout.create()) {
                statement.execute(create);
            }
        }
    }

    void drop() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            drop(statement);
        }
    }

    private void drop(Statement statement) throws SQLException {
        for (String table : layout.tables()) {
            statement.execute(LayoutStatements.TABLE_DROP.replace("{table}", table));
        }
    }

    Timing run(int jobs) throws SQLException {
        long start = System.nanoTime();
        for (int done = 0; done < jobs; done += batch) {
            List<Object> ids = ids(Math.min(batch, jobs - done));
            for (String insert : layout.insert()) {
                update(insert, ids);
            }
            connection.commit();
        }
        long enqueued = System.nanoTime();
        work(jobs);
        return new Timing(jobs, (enqueued - start) / 1e9, (System.nanoTime() - enqueued) / 1e9);
    }

    private void work(int jobs) throws SQLException {
        List<Object> last = List.of();
        for (int done = 0; done < jobs; ) {
            if (!last.isEmpty()) {
                send(layout.complete(), last);
            }
            List<Object> next = claim();
            if (!next.isEmpty()) {
                parameters.put("token", ++token);
                send(layout.take(), next);
            }
            connection.commit();
            done += last.size();
            if (next.isEmpty() && last.isEmpty()) {
                throw new IllegalStateException(layout.name() + ": only " + done + " of " + jobs + " jobs are there");
            }
            last = next;
        }
    }

    private List<Object> claim() throws SQLException {
        List<Object> ids = new ArrayList<>(batch);
        try (PreparedStatement claim = Named.prepare(connection, layout.claim(), List.of(), parameters);
                ResultSet row = claim.executeQuery()) {
            boolean withPayload = row.getMetaData().getColumnCount() > 1;
            while (row.next()) {
                ids.add(layout.ids() == Layout.Ids.EIGHT_BYTES ? (Object) row.getLong(1) : row.getBytes(1));
                if (withPayload && row.getBytes(2).length != layout.payload()) {
                    throw new IllegalStateException(layout.name() + ": another payload came back");
                }
                if (byTime) {
                    parameters.put("time", row.getString(3));
                }
            }
        }
        if (!ids.isEmpty()) {
            parameters.put("cursor", ids.get(ids.size() - 1));
        }
        return ids;
    }

    private void send(List<String> statements, List<Object> ids) throws SQLException {
        for (String statement : statements) {
            if (statement.startsWith("SELECT")) {
                read(statement, ids);
            } else {
                update(statement, ids);
            }
        }
    }

    private void read(String statement, List<Object> ids) throws SQLException {
        try (PreparedStatement query = Named.prepare(connection, statement, ids, parameters);
                ResultSet row = query.executeQuery()) {
            int rows = 0;
            while (row.next()) {
                rows++;
            }
            expect(statement, rows, ids.size());
        }
    }

    private void update(String statement, List<Object> ids) throws SQLException {
        try (PreparedStatement update = Named.prepare(connection, statement, ids, parameters)) {
            expect(statement, update.executeUpdate(), ids.size());
        }
    }

    private void expect(String statement, int rows, int jobs) {
        if (rows != jobs) {
            throw new IllegalStateException(layout.name() + ": " + rows + " rows for " + jobs + " jobs: " + statement);
        }
    }

    private List<Object> ids(int count) {
        List<Object> ids = new ArrayList<>(count);
        long millis = System.currentTimeMillis();
        for (int at = 0; at < count; at++) {
            made++;
            ids.add(
                    layout.ids() == Layout.Ids.EIGHT_BYTES
                            ? (Object) made
                            : ByteBuffer.allocate(16)
                                    .putLong(millis << 16 | 0x7000L)
                                    .putLong(0x8000_0000_0000_0000L | made)
                                    .array());
        }
        return ids;
    }
}
