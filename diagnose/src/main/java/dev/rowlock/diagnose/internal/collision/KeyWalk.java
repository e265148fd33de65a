package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts along the primary key, chunk by chunk, up to a number of rows. Used by one thread. */
final class KeyWalk {
    private static final int PARTS = 20;
    private static final int SMALLEST_CHUNK = 100;
    private static final int ER_QUERY_TIMEOUT = 3024;
    private static final int ER_STATEMENT_TIMEOUT_MARIADB = 1969;

    private final Target target;
    private final ReadSession session;
    private final long limit;
    private final double tableRows;
    private final Pace pace = new Pace();

    /**
     * A walk.
     *
     * @param tableRows about how many rows the table has
     * @param limit rows to read at most
     */
    KeyWalk(Target target, ReadSession session, double tableRows, long limit) {
        this.target = target;
        this.session = session;
        this.tableRows = tableRows;
        this.limit = limit;
    }

    RowCount count(ChunkVisitor visitor) throws SQLException {
        List<Chunk> chunks = new ArrayList<>();
        long read = 0;
        Optional<RowKey> first =
                key(new Call(session.connection(), target.sql(CollisionStatements.COLLISION_FIRST_KEY)));
        Optional<RowKey> next = first;
        while (next.isPresent() && read < limit) {
            int rows = (int) Math.min(pace.rows(), finestChunk(read));
            long start = System.nanoTime();
            Chunk chunk;
            try {
                chunk = chunk(next.get(), rows);
            } catch (SQLException e) {
                if (isTimeout(e) && pace.smaller()) {
                    continue;
                }
                throw e;
            }
            if (chunk.matching() > 0) {
                visitor.visit(chunk);
            }
            chunks.add(chunk);
            read += rows;
            next = behind(chunk.last());
            pace.took(Duration.ofNanos(System.nanoTime() - start));
        }
        List<Part> parts = parts(chunks);
        double total = chunks.stream().mapToLong(Chunk::matching).sum();
        if (next.isEmpty()) {
            return new RowCount(parts, Estimate.exact(total), RowCount.Reach.WHOLE_RANGE, List.of());
        }
        return new RowCount(
                parts,
                Estimate.exact(total),
                RowCount.Reach.BEGINNING,
                List.of("counted were the first " + read + " rows along the key, up to "
                        + chunks.get(chunks.size() - 1).last() + "; all figures are about those alone"));
    }

    /** Parts are made of whole chunks, so a small table needs small ones. */
    private double finestChunk(long read) {
        return Math.max(SMALLEST_CHUNK, Math.max(tableRows, (double) read) / (3.0 * PARTS));
    }

    private Chunk chunk(RowKey first, int rows) throws SQLException {
        Optional<RowKey> end = key(new Call(session.connection(), target.sql(CollisionStatements.COLLISION_CHUNK_END))
                .withBound(first)
                .with(rows - 1L));
        RowKey last = end.isPresent()
                ? end.get()
                : key(new Call(session.connection(), target.sql(CollisionStatements.COLLISION_LAST_KEY)))
                        .orElse(first);
        Call count = new Call(session.connection(), target.sql(CollisionStatements.COLLISION_CHUNK_COUNT))
                .withBound(first)
                .withBound(last);
        return new Chunk(
                first,
                last,
                target.withPredicate(count).query(row -> row.getLong(1)).get(0));
    }

    private Optional<RowKey> behind(RowKey last) throws SQLException {
        return key(new Call(session.connection(), target.sql(CollisionStatements.COLLISION_NEXT_KEY)).withBound(last));
    }

    private Optional<RowKey> key(Call call) throws SQLException {
        return call.query(target::read).stream().findFirst();
    }

    private static boolean isTimeout(SQLException e) {
        int number = StoreException.of(e).errorNumber();
        return number == ER_QUERY_TIMEOUT || number == ER_STATEMENT_TIMEOUT_MARIADB;
    }

    /** Parts with about as many rows for the batch each. */
    private static List<Part> parts(List<Chunk> chunks) {
        long total = chunks.stream().mapToLong(Chunk::matching).sum();
        List<Part> parts = new ArrayList<>();
        long inPart = 0;
        long before = 0;
        RowKey first = null;
        for (Chunk chunk : chunks) {
            if (first == null) {
                first = chunk.first();
            }
            inPart += chunk.matching();
            boolean full = (before + inPart) * PARTS >= total * (parts.size() + 1L);
            if (inPart > 0 && full) {
                parts.add(new Part(first, chunk.last(), Estimate.exact((double) inPart)));
                before += inPart;
                inPart = 0;
                first = null;
            }
        }
        return parts;
    }
}
