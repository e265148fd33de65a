package dev.rowlock.queue.internal.census;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.lookout.Glance;
import dev.rowlock.queue.internal.sql.CensusStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts, step by step, and writes down what came out. A step is one plain read of a few ten thousand rows at most; steps take a quarter of the time
 * at most until all was counted once, and a twentieth from then on. Whoever keeps house next begins anew, and the old figures stand until then. Used by one thread.
 */
public final class Counting {
    private static final int SIZE = 10_000;
    private static final int SHARE_AT_FIRST = 3;
    private static final int SHARE = 20;
    private static final long LONGEST = Duration.ofSeconds(30).toNanos();

    /** Figures that do not change are written again so often, to tell that somebody still counts. */
    private static final long CONFIRM_EVERY = Duration.ofMinutes(5).toNanos();

    private record Row(
            int piece,
            int queue,
            Segment.Figures figures,
            @Nullable JobId last) {}

    private final Transactions transactions;
    private final Glance glance;
    private final LongSupplier ticker;
    private final int size;
    private final Census census;
    private final Map<Integer, Figure> written = new HashMap<>();
    private long writtenAt;

    public Counting(Transactions transactions, LongSupplier ticker) {
        this(transactions, ticker, SIZE);
    }

    Counting(Transactions transactions, LongSupplier ticker, int size) {
        this.transactions = transactions;
        this.glance = new Glance(transactions);
        this.ticker = ticker;
        this.size = size;
        this.census = new Census(size);
    }

    /** Takes a step. How long until the next. */
    public Duration step() {
        long begun = ticker.getAsLong();
        List<Census.Piece> due = census.due(begun);
        List<Row> rows = glance.at(connection -> look(connection, due));
        long now = ticker.getAsLong();
        census.queues(
                rows.stream().filter(row -> row.piece() < 0).map(Row::queue).toList());
        for (int at = 0; at < due.size(); at++) {
            int piece = at;
            take(rows.stream().filter(row -> row.piece() == piece).toList(), due.get(at), begun);
        }
        boolean whole = census.isWhole();
        if (whole) {
            write(now);
        }
        long work = now - begun;
        long pause = Math.max(census.until(ticker.getAsLong()), work * (whole ? SHARE : SHARE_AT_FIRST));
        return Duration.ofNanos(Math.min(LONGEST, pause));
    }

    /** Jobs come or go: the ends are counted soon. */
    public void poke() {
        census.poke();
    }

    private List<Row> look(Connection connection, List<Census.Piece> due) throws SQLException {
        List<String> pieces = new ArrayList<>();
        due.forEach(piece -> pieces.add(piece.line().strip().table().statement()));
        pieces.add(CensusStatements.QUEUES);
        Call call = new Call(connection, String.join(CensusStatements.AND, pieces));
        for (int piece = 0; piece < due.size(); piece++) {
            due.get(piece).line().strip().bind(call, piece, due.get(piece).segment(), size);
        }
        return call.query(Counting::row);
    }

    private static Row row(ResultSet row) throws SQLException {
        byte[] last = row.getBytes(6);
        return new Row(
                row.getInt(1),
                row.getInt(2),
                new Segment.Figures(row.getLong(3), row.getLong(4), row.getLong(5)),
                last == null ? null : JobId.of(last));
    }

    private void take(List<Row> rows, Census.Piece piece, long now) {
        Map<Integer, Segment.Figures> found = new HashMap<>();
        JobId last = piece.segment().after();
        for (Row row : rows) {
            if (row.last() != null) {
                found.put(row.queue(), row.figures());
                last = row.last().compareTo(last) > 0 ? row.last() : last;
            }
        }
        census.counted(piece, found, last, now);
    }

    /** What has changed, or everything when that is long ago. */
    private void write(long now) {
        Map<Integer, Figure> figures = census.figures();
        boolean all = written.isEmpty() || now - writtenAt >= CONFIRM_EVERY;
        Map<Integer, Figure> changed = new TreeMap<>();
        figures.forEach((queue, figure) -> {
            Figure before = written.get(queue);
            if (all || before == null || !before.isSameAs(figure)) {
                changed.put(queue, figure);
            }
        });
        if (changed.isEmpty()) {
            return;
        }
        transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> write(connection, changed), ReadBack.repeatable());
        written.putAll(changed);
        writtenAt = all ? now : writtenAt;
    }

    private int write(Connection connection, Map<Integer, Figure> changed) throws SQLException {
        long now = ticker.getAsLong();
        String rows = String.join(", ", Collections.nCopies(changed.size(), CensusStatements.COUNT_ROW));
        Call call = new Call(connection, CensusStatements.COUNT_WRITE.replace("{rows}", rows));
        changed.forEach((queue, figure) -> call.with(queue)
                .with(figure.ready())
                .with(figure.running())
                .with(figure.delayed())
                .with(figure.blocked())
                .with(figure.quarantined())
                .with(figure.dead())
                .with((now - figure.countedAt()) / 1_000));
        return call.update();
    }
}
