package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.SqlDisplay;
import dev.rowlock.diagnose.Transaction;
import dev.rowlock.diagnose.VictimNumbering;
import dev.rowlock.diagnose.WaitsFor;
import dev.rowlock.diagnose.internal.report.RawDeadlock;
import dev.rowlock.diagnose.internal.report.RawLock;
import dev.rowlock.diagnose.internal.report.RawTransaction;
import dev.rowlock.diagnose.internal.statement.SqlMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what a report says into what it means. Stateless. */
public final class Analysis {
    private Analysis() {}

    public static Deadlock of(RawDeadlock raw, Sides sides, SqlDisplay display, VictimNumbering numbering) {
        List<RawTransaction> transactions = raw.transactions();
        List<Side> given = sides(transactions, sides);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < transactions.size(); i++) {
            members.add(member(transactions, i, given.get(i), display));
        }
        Integer rolledBack = Victim.rolledBack(raw, numbering);
        List<WaitsFor> cycle = new Cycle(transactions).steps();
        Case deadlock = new Case(members, strangers(transactions), rolledBack);
        return new Deadlock(
                raw.at(),
                raw.victim(),
                rolledBack,
                members.stream().map(Member::transaction).toList(),
                cycle,
                new LockOrder(members).text(),
                Advisor.advice(deadlock),
                Notes.of(raw, cycle, rolledBack));
    }

    /** Where one transaction is batch, those that no rule knows are what it has to give way to. */
    private static List<Side> sides(List<RawTransaction> transactions, Sides sides) {
        List<Side> given = transactions.stream()
                .map(each -> sides.of(each.threadId(), each.account(), each.sql()))
                .toList();
        if (!given.contains(Side.BATCH)) {
            return given;
        }
        return given.stream()
                .map(side -> side == Side.UNKNOWN ? Side.ONLINE : side)
                .toList();
    }

    private static Member member(List<RawTransaction> transactions, int position, Side side, SqlDisplay display) {
        RawTransaction raw = transactions.get(position);
        List<RawLock> holds = holds(transactions, raw);
        Transaction transaction = new Transaction(
                raw.number(),
                raw.id(),
                raw.threadId(),
                raw.account(),
                shown(raw.sql(), display),
                side,
                locks(holds),
                locks(raw.waits()));
        return new Member(transaction, holds, raw.waits(), raw.holdsPrinted() || !holds.isEmpty());
    }

    private static List<RawLock> strangers(List<RawTransaction> transactions) {
        Set<String> shown = transactions.stream().map(RawTransaction::id).collect(Collectors.toSet());
        return transactions.stream()
                .flatMap(transaction -> transaction.conflicts().stream())
                .filter(lock -> !shown.contains(lock.transactionId()))
                .toList();
    }

    private static @Nullable String shown(@Nullable String sql, SqlDisplay display) {
        return sql == null || display == SqlDisplay.AS_PRINTED ? sql : SqlMask.mask(sql);
    }

    private static List<Lock> locks(List<RawLock> locks) {
        return locks.stream().map(RawLock::lock).toList();
    }

    /** Its own section, and on MariaDB what stands under other transactions as in their way. */
    private static List<RawLock> holds(List<RawTransaction> transactions, RawTransaction owner) {
        List<RawLock> holds = new ArrayList<>(owner.holds());
        String id = owner.id();
        for (RawTransaction transaction : transactions) {
            for (RawLock lock : transaction.conflicts()) {
                boolean own = id != null
                        && id.equals(lock.transactionId())
                        && !lock.lock().isWaiting();
                if (own && holds.stream().noneMatch(lock::same)) {
                    holds.add(lock);
                }
            }
        }
        return holds;
    }
}
