package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.LockFlag;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A lock with what it takes to say whether two locks meet: where the page is and which records of it. No record's content. */
public final class RawLock {
    private final Lock lock;
    private final @Nullable String transactionId;
    private final String page;
    private final Set<Integer> records = new TreeSet<>();
    private @Nullable Long writer;

    RawLock(Lock lock, @Nullable String transactionId, String page) {
        this.lock = lock;
        this.transactionId = transactionId;
        this.page = page;
    }

    /** The lock, with the flag for the end of a page if its records say so. */
    public Lock lock() {
        if (!records.contains(RecordDump.SUPREMUM)) {
            return lock;
        }
        EnumSet<LockFlag> flags = EnumSet.of(LockFlag.SUPREMUM);
        flags.addAll(lock.flags());
        return new Lock(lock.table(), lock.partition(), lock.index(), lock.mode(), flags);
    }

    /** Whose lock it is. */
    public @Nullable String transactionId() {
        return transactionId;
    }

    /** Who last changed the row that is waited for, as the row itself says; null where that is not printed. */
    public @Nullable Long writer() {
        return writer;
    }

    /** Space and page; empty for a lock on a table. Locks can only meet on one page. */
    public String page() {
        return page;
    }

    /** A name for the row that is waited for, the same for every lock on it; the page where no records are printed. */
    public String row() {
        return page + (records.isEmpty() ? "" : "/" + records.iterator().next());
    }

    /** Whether both lock a same record, or could: without printed records the page has to do. */
    public boolean meets(RawLock other) {
        if (!page.equals(other.page) || !lock.place().equals(other.lock.place())) {
            return false;
        }
        return records.isEmpty() || other.records.isEmpty() || records.stream().anyMatch(other.records::contains);
    }

    /** Whether both are on a same record, by printed records. */
    public boolean meetsRow(RawLock other) {
        return !records.isEmpty() && !other.records.isEmpty() && meets(other);
    }

    /**
     * Whether a request that stands here in the queue keeps out another for the same row. A request to insert keeps nobody out, and at the
     * end of a page there is no row.
     */
    public boolean keepsOut(RawLock later) {
        boolean shared = lock.mode().equals("S") && later.lock.mode().equals("S");
        return !shared && meetsRow(later) && isOnRow() && later.isOnRow();
    }

    private boolean isOnRow() {
        return !records.contains(RecordDump.SUPREMUM)
                && !lock.flags().contains(LockFlag.GAP)
                && !lock.flags().contains(LockFlag.INSERT_INTENTION);
    }

    /** The same lock printed once more. */
    public boolean same(RawLock other) {
        return lock.equals(other.lock) && page.equals(other.page) && records.equals(other.records);
    }

    void add(int record) {
        records.add(record);
    }

    void writtenBy(long id) {
        writer = id;
    }
}
