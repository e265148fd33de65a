package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.BareStatements;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The reference: what a careful team writes by hand over the queue's own tables, as fast as it can be. Multi-row INSERTs of one width; a claim
 * that goes on from where the last one ended; the results of the last batch and the claim of the next in one transaction; one connection. Used
 * by one thread.
 */
final class Bare implements AutoCloseable {
    private static final byte[] BEGIN = new byte[16];

    private final Connection connection;
    private final int queue;
    private final int batch;
    private long made;
    private byte[] cursor = BEGIN;
    private long token = System.currentTimeMillis() * 1_000;

    Bare(Ground ground, int queue, int batch) throws SQLException {
        this.connection = ground.session();
        this.queue = queue;
        this.batch = batch;
    }

    /** Enqueues so many, then works until so many are done. */
    Timing run(int jobs) throws SQLException {
        double enqueue = enqueue(jobs);
        long start = System.nanoTime();
        work(jobs);
        return new Timing(jobs, enqueue, (System.nanoTime() - start) / 1e9);
    }

    /** Seconds. */
    double enqueue(int jobs) throws SQLException {
        long start = System.nanoTime();
        for (int done = 0; done < jobs; done += batch) {
            insert(Math.min(batch, jobs - done));
            connection.commit();
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private void insert(int rows) throws SQLException {
        String values = String.join(", ", Collections.nCopies(rows, BareStatements.JOB_ROW));
        long millis = System.currentTimeMillis();
        try (PreparedStatement insert = connection.prepareStatement(BareStatements.JOB_INSERT + values)) {
            for (int at = 0; at < rows; at++) {
                insert.setInt(3 * at + 1, queue);
                insert.setBytes(3 * at + 2, id(millis));
                insert.setBytes(3 * at + 3, NoopJobs.BYTES);
            }
            insert.executeUpdate();
        }
    }

    /** Ids of the queue's own shape that grow. */
    private byte[] id(long millis) {
        return ByteBuffer.allocate(16)
                .putLong(millis << 16 | 0x7000L)
                .putLong(0x8000_0000_0000_0000L | ++made)
                .array();
    }

    /** Claims one batch and commits; milliseconds. What was claimed is completed afterwards. */
    double claimOnce() throws SQLException {
        long start = System.nanoTime();
        List<byte[]> ids = claim();
        connection.commit();
        double millis = (System.nanoTime() - start) / 1e6;
        complete(ids);
        connection.commit();
        return millis;
    }

    private void work(int jobs) throws SQLException {
        List<byte[]> last = List.of();
        int done = 0;
        while (done < jobs) {
            complete(last);
            List<byte[]> next = claim();
            connection.commit();
            done += last.size();
            if (next.isEmpty() && last.isEmpty()) {
                throw new IllegalStateException("only " + done + " of " + jobs + " jobs are there");
            }
            last = next;
        }
    }

    private List<byte[]> claim() throws SQLException {
        List<byte[]> ids = new ArrayList<>(batch);
        int read = 0;
        try (PreparedStatement claim = connection.prepareStatement(BareStatements.JOB_CLAIM)) {
            claim.setInt(1, queue);
            claim.setBytes(2, cursor);
            claim.setInt(3, batch);
            try (ResultSet row = claim.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getBytes(1));
                    read += row.getString(4).length() + row.getString(5).length() + row.getBytes(6).length;
                }
            }
        }
        if (!ids.isEmpty()) {
            if (read == 0) {
                throw new IllegalStateException("rows without kind and payload");
            }
            cursor = ids.get(ids.size() - 1);
            try (PreparedStatement take = prepare(BareStatements.JOB_TAKE, ids.size())) {
                take.setLong(1, ++token);
                take.setInt(2, queue);
                bind(take, 3, ids);
                take.executeUpdate();
            }
        }
        return ids;
    }

    private void complete(List<byte[]> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement record = prepare(BareStatements.JOB_RECORD, ids.size())) {
            record.setInt(1, queue);
            record.setLong(2, token);
            bind(record, 3, ids);
            if (record.executeUpdate() != ids.size()) {
                throw new IllegalStateException("a lease was lost with nobody else there");
            }
        }
        try (PreparedStatement remove = prepare(BareStatements.JOB_REMOVE, ids.size())) {
            remove.setInt(1, queue);
            bind(remove, 2, ids);
            remove.executeUpdate();
        }
    }

    private PreparedStatement prepare(String sql, int ids) throws SQLException {
        return connection.prepareStatement(sql.replace("{ids}", String.join(", ", Collections.nCopies(ids, "?"))));
    }

    private static void bind(PreparedStatement statement, int from, List<byte[]> ids) throws SQLException {
        for (int at = 0; at < ids.size(); at++) {
            statement.setBytes(from + at, ids.get(at));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
