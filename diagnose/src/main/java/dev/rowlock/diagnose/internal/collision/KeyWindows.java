package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Estimates along a whole-number key from windows of equal width at equal distances, for tables that are too large to be counted. The windows
 * begin at a random place, so every row has the same chance. Used by one thread.
 */
final class KeyWindows {
    private static final int PARTS = 20;
    private static final int WINDOWS_PER_PART = 25;
    private static final int ROWS_PER_WINDOW = 800;
    /** A window where keys are dense is cut here; the figure is then carried on to its end. */
    private static final int MOST_ROWS = 5 * ROWS_PER_WINDOW;

    private final Target target;
    private final ReadSession session;
    private final double tableRows;
    private final RandomGenerator random;

    KeyWindows(Target target, ReadSession session, double tableRows, RandomGenerator random) {
        this.target = target;
        this.session = session;
        this.tableRows = tableRows;
        this.random = random;
    }

    /** One window: its first number, and the rows it stands for. */
    private record Seen(BigInteger first, BigInteger last, double matching, boolean cut) {}

    RowCount count(ChunkVisitor visitor) throws SQLException {
        BigInteger low = number(CollisionStatements.COLLISION_FIRST_KEY);
        BigInteger high = number(CollisionStatements.COLLISION_LAST_KEY);
        BigInteger span = high.subtract(low).add(BigInteger.ONE);
        int windows = PARTS * WINDOWS_PER_PART;
        BigDecimal stride = new BigDecimal(span).divide(BigDecimal.valueOf(windows), 6, RoundingMode.UP);
        double perKey = tableRows / span.doubleValue();
        BigInteger width = BigDecimal.valueOf(Math.max(1, ROWS_PER_WINDOW / perKey))
                .toBigInteger()
                .min(stride.toBigInteger())
                .max(BigInteger.ONE);
        BigDecimal room = stride.subtract(new BigDecimal(width)).max(BigDecimal.ZERO);
        BigInteger offset =
                room.multiply(BigDecimal.valueOf(random.nextDouble())).toBigInteger();
        double weight = stride.doubleValue() / width.doubleValue();
        List<Part> parts = new ArrayList<>();
        boolean cut = false;
        double total = 0;
        double variance = 0;
        for (int part = 0; part < PARTS; part++) {
            List<Seen> seen = new ArrayList<>();
            for (int at = part * WINDOWS_PER_PART; at < (part + 1) * WINDOWS_PER_PART; at++) {
                BigInteger first = low.add(
                                stride.multiply(BigDecimal.valueOf(at)).toBigInteger())
                        .add(offset);
                seen.add(window(first, first.add(width), visitor));
            }
            cut |= seen.stream().anyMatch(Seen::cut);
            double mean = seen.stream().mapToDouble(Seen::matching).average().orElse(0);
            double rows = mean * seen.size() * weight;
            double error = weight * Math.sqrt(seen.size() * squares(seen, mean) / (seen.size() - 1));
            total += rows;
            variance += error * error;
            if (rows > 0) {
                parts.add(new Part(
                        RowKey.of(low.add(stride.multiply(BigDecimal.valueOf((long) part * WINDOWS_PER_PART))
                                .toBigInteger())),
                        RowKey.of(low.add(stride.multiply(BigDecimal.valueOf((part + 1L) * WINDOWS_PER_PART))
                                        .toBigInteger())
                                .subtract(BigInteger.ONE)
                                .min(high)),
                        Interval.normal(rows, error)));
            }
        }
        List<String> notes = new ArrayList<>(
                List.of("the rows were estimated from " + windows + " windows of the key, " + width + " numbers wide"));
        if (cut) {
            notes.add("the keys lie very unevenly, so the number of rows is less sure than its interval says");
        }
        return new RowCount(parts, Interval.normal(total, Math.sqrt(variance)), RowCount.Reach.WHOLE_RANGE, notes);
    }

    private static double squares(List<Seen> seen, double mean) {
        return seen.stream()
                .mapToDouble(window -> (window.matching() - mean) * (window.matching() - mean))
                .sum();
    }

    private Seen window(BigInteger first, BigInteger end, ChunkVisitor visitor) throws SQLException {
        long start = System.nanoTime();
        Call call = new Call(session.connection(), target.sql(CollisionStatements.COLLISION_WINDOW_COUNT));
        Seen seen = target.withPredicate(call)
                .with(new BigDecimal(first))
                .with(new BigDecimal(end))
                .with((long) MOST_ROWS)
                .query(row -> seen(first, end, row.getLong(1), row.getLong(2), row.getBigDecimal(3)))
                .get(0);
        if (seen.matching() > 0) {
            visitor.visit(new Chunk(RowKey.of(first), RowKey.of(seen.last()), Math.round(seen.matching())));
        }
        Pace.rest(Duration.ofNanos(System.nanoTime() - start));
        return seen;
    }

    private static Seen seen(
            BigInteger first,
            BigInteger end,
            long rows,
            long matching,
            @org.jspecify.annotations.Nullable BigDecimal last) {
        if (rows < MOST_ROWS || last == null) {
            return new Seen(first, end.subtract(BigInteger.ONE), matching, false);
        }
        BigInteger reached = last.toBigInteger();
        double share = end.subtract(first).doubleValue()
                / reached.subtract(first).add(BigInteger.ONE).doubleValue();
        return new Seen(first, reached, matching * share, share > 1);
    }

    private BigInteger number(String statement) throws SQLException {
        Object part = new Call(session.connection(), target.sql(statement))
                .query(target::read)
                .get(0)
                .parts()
                .get(0);
        return part instanceof BigDecimal big ? big.toBigInteger() : BigInteger.valueOf((Long) part);
    }
}
