package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.binlog.RowEvents;
import dev.rowlock.binlog.StreamState;
import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Watches row events for the window and judges each row that was written: would the batch have touched it before the write, or does it now?
 *
 * <p>Before the write means in a snapshot that is older than the write. A write that makes a row leave the predicate, such as a payment of an
 * overdue order, is the very collision that is looked for, and the row as it is now no longer shows it. No snapshot lives longer than about
 * three seconds, so that purge is not held up (facts 2). Used by one thread.
 */
final class WriteWatch {
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration LATE = Duration.ofSeconds(10);
    private static final int KEYS_AT_ONCE = 200;
    private static final int REMEMBERED = 200_000;

    private final Target target;
    private final WriteLog log;
    private final ReadSession now;
    /** Two snapshots: writes heard in a round began after the older one, even when they were heard of late. */
    private ReadSession older;

    private ReadSession newer;
    private final DistinctKeys collisions = new DistinctKeys(REMEMBERED);
    private final DistinctKeys written = new DistinctKeys(REMEMBERED);
    private final Set<String> doubts = new HashSet<>();
    private long writes;

    /** @param older a session whose snapshot was begun before the stream was opened */
    WriteWatch(Target target, WriteLog log, ReadSession now, ReadSession older, ReadSession newer) {
        this.target = target;
        this.log = log;
        this.now = now;
        this.older = older;
        this.newer = newer;
    }

    Watched watch(RowEvents events, Duration window) throws SQLException {
        long start = System.nanoTime();
        long end = start + window.toNanos();
        newer.beginSnapshot();
        while (System.nanoTime() < end) {
            Pace.rest(Duration.ofNanos(Math.min(ROUND.toNanos(), Math.max(0, end - System.nanoTime()))));
            if (Thread.currentThread().isInterrupted()) {
                doubts.add("the measurement was interrupted");
                break;
            }
            round(events);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        awaitLateWrites(events);
        List<String> gaps = new ArrayList<>(log.gaps());
        gaps.addAll(doubts);
        return new Watched(
                collisions.kept(), collisions.weight(), written.kept().size() * written.weight(), writes, took, gaps);
    }

    private void round(RowEvents events) throws SQLException {
        boolean upToDate = events.state().isRunning();
        judge(log.take());
        if (upToDate) {
            older.endSnapshot();
            ReadSession free = older;
            older = newer;
            newer = free;
            newer.beginSnapshot();
        } // else what is still to come may be older than the newer snapshot: the older one has to stay
    }

    /** What committed in the window may be heard of a little later. */
    private void awaitLateWrites(RowEvents events) throws SQLException {
        long patience = System.nanoTime() + LATE.toNanos();
        while (!events.state().isRunning() && System.nanoTime() < patience) {
            Pace.rest(Duration.ofMillis(50));
        }
        StreamState state = events.state();
        if (!state.isRunning()) {
            doubts.add(state.fold(
                    running -> "",
                    behind -> "the binary log was read late: " + behind.reason(),
                    lost -> lost.reason() + "; " + lost.mend(),
                    closed -> "the stream was closed"));
        }
        judge(log.take());
        older.endSnapshot();
        newer.endSnapshot();
    }

    private void judge(List<RowKey> heard) throws SQLException {
        writes += heard.size();
        heard.forEach(written::add);
        List<RowKey> keys = new ArrayList<>(new HashSet<>(heard));
        keys.removeAll(collisions.kept());
        for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
            List<RowKey> some = keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE));
            matching(older, some).forEach(collisions::add);
            matching(now, some).forEach(collisions::add);
        }
    }

    private List<RowKey> matching(ReadSession session, List<RowKey> keys) throws SQLException {
        Call call = new Call(
                        session.connection(), target.sqlForKeys(CollisionStatements.COLLISION_MATCHING, keys.size()))
                .withKeys(keys);
        return target.withPredicate(call).query(target::read);
    }
}
