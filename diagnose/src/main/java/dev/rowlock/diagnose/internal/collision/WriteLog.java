package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.binlog.Gap;
import dev.rowlock.binlog.RowChange;
import dev.rowlock.binlog.RowListener;
import dev.rowlock.mysql.table.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Writes as they are heard, until they are judged. Thread-safe. */
final class WriteLog implements RowListener {
    /** Memory for writes between two rounds; beyond it the report says that writes are missing. */
    private static final int CAPACITY = 200_000;

    private final Predicate<RowChange> online;
    private List<RowKey> heard = new ArrayList<>();
    private final Set<String> gaps = new TreeSet<>();
    private boolean begun;

    /** @param online which writes are online traffic's */
    WriteLog(Predicate<RowChange> online) {
        this.online = online;
    }

    @Override
    public void changed(RowChange change) {
        if (online.test(change)) {
            synchronized (this) {
                if (!begun) {
                    return;
                }
                if (heard.size() < CAPACITY) {
                    heard.add(change.key());
                } else {
                    gaps.add("more than " + CAPACITY + " rows were written within a second");
                }
            }
        }
    }

    @Override
    public synchronized void gap(Gap gap) {
        if (begun) {
            gaps.add(gap.toString());
        }
    }

    /** From now on writes are kept. */
    synchronized void begin() {
        begun = true;
    }

    /** What was heard since the last call, in order. */
    synchronized List<RowKey> take() {
        List<RowKey> taken = heard;
        heard = new ArrayList<>();
        return taken;
    }

    synchronized List<String> gaps() {
        return List.copyOf(gaps);
    }
}
