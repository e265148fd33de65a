package dev.rowlock.diagnose.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One transaction as its lines say it, filled from top to bottom. */
public final class RawTransaction {
    private final int number;
    private final boolean headed;
    private @Nullable String id;
    private @Nullable Long weight;
    private @Nullable ThreadLine thread;
    private @Nullable String sql;
    private final List<RawLock> holds = new ArrayList<>();
    private final List<RawLock> waits = new ArrayList<>();
    private final List<RawLock> conflicts = new ArrayList<>();
    private boolean holdsPrinted;

    private RawTransaction(int number, boolean headed) {
        this.number = number;
        this.headed = headed;
    }

    /** Under a heading of the report, with its number or 0. */
    static RawTransaction headed(int number) {
        return new RawTransaction(number, true);
    }

    /** In a log without headings. */
    static RawTransaction unheaded() {
        return new RawTransaction(0, false);
    }

    /** Null where none is printed. */
    public @Nullable Integer number() {
        return number == 0 ? null : number;
    }

    /** The id of its own line, else of its own locks. */
    public @Nullable String id() {
        if (id != null) {
            return id;
        }
        return own().map(RawLock::transactionId).findFirst().orElse(null);
    }

    private Stream<RawLock> own() {
        return Stream.concat(holds.stream(), waits.stream()).filter(lock -> lock.transactionId() != null);
    }

    /** What the server weighs to choose whom to roll back; null when the report does not say. */
    public @Nullable Long weight() {
        return weight;
    }

    public @Nullable Long threadId() {
        return thread == null ? null : thread.threadId();
    }

    public @Nullable String account() {
        return thread == null ? null : thread.account();
    }

    public @Nullable String sql() {
        return sql;
    }

    public List<RawLock> holds() {
        return holds;
    }

    public List<RawLock> waits() {
        return waits;
    }

    /** What stands under MariaDB's {@code CONFLICTING WITH}: locks of others, and of itself, that are in its way. */
    public List<RawLock> conflicts() {
        return conflicts;
    }

    /** False where the server does not print what a transaction holds: (1) before MySQL 8.0.18. */
    public boolean holdsPrinted() {
        return holdsPrinted;
    }

    boolean isHeaded() {
        return headed;
    }

    boolean isEmpty() {
        return id == null && thread == null && holds.isEmpty() && waits.isEmpty();
    }

    boolean hasThread() {
        return thread != null;
    }

    boolean hasLocks() {
        return !holds.isEmpty() || !waits.isEmpty() || !conflicts.isEmpty();
    }

    int printedNumber() {
        return number;
    }

    void id(String printed) {
        id = printed;
    }

    void weight(long printed) {
        weight = printed;
    }

    void thread(ThreadLine line, @Nullable String statement) {
        thread = line;
        sql = statement;
    }

    void holdsFollow() {
        holdsPrinted = true;
    }
}
