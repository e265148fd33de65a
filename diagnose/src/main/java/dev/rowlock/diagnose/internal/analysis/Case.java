package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.internal.report.RawLock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A deadlock as advice is given on it.
 *
 * @param strangers locks that are in the way and belong to transactions that the report does not show
 * @param victim the number of the one that was rolled back
 */
record Case(
        List<Member> members,
        List<RawLock> strangers,
        @Nullable Integer victim) {
    Stream<Lock> holds() {
        return members.stream().flatMap(member -> member.holds().stream()).map(RawLock::lock);
    }

    Stream<Lock> waits() {
        return members.stream().flatMap(member -> member.waits().stream()).map(RawLock::lock);
    }

    Stream<Lock> locks() {
        return Stream.concat(holds(), waits());
    }

    Optional<Member> first(Predicate<Member> wanted) {
        return members.stream().filter(wanted).findFirst();
    }

    boolean has(Side side) {
        return members.stream().anyMatch(member -> member.transaction().side() == side);
    }

    Optional<Member> rolledBack() {
        return victim == null
                ? Optional.empty()
                : first(member -> victim.equals(member.transaction().number()));
    }

    List<String> tables() {
        return locks().map(Lock::table).distinct().toList();
    }

    /** Whether some transaction waits on one index while some transaction waits on or holds another index of the same table. */
    Optional<Lock> secondaryBesidePrimary() {
        return locks().filter(lock -> lock.index() != null && !isPrimary(lock))
                .filter(lock -> locks().anyMatch(
                                other -> isPrimary(other) && other.table().equals(lock.table())))
                .findFirst();
    }

    static boolean isPrimary(Lock lock) {
        return "PRIMARY".equals(lock.index()) || "GEN_CLUST_INDEX".equals(lock.index());
    }
}
