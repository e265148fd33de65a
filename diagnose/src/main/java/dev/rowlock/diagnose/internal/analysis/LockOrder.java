package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.internal.report.RawLock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts into words in which order each side takes its locks: {@code batch: idx_status -> PRIMARY; online: PRIMARY -> idx_status}. Where one
 * side takes two rows of one index, the rows are told apart by letters; where the locks are of more than one table, the table is named.
 */
final class LockOrder {
    private final List<Member> members;
    private final boolean severalTables;
    private final Map<String, String> letters = new LinkedHashMap<>();

    LockOrder(List<Member> members) {
        this.members = members;
        this.severalTables = members.stream()
                        .flatMap(member -> java.util.stream.Stream.concat(member.holds().stream(), member.waits().stream()))
                        .map(lock -> lock.lock().table())
                        .distinct()
                        .count()
                > 1;
        for (Member member : members) {
            member.waits().forEach(wait -> letters.computeIfAbsent(wait.row(), row -> letter(letters.size())));
        }
    }

    private static String letter(int number) {
        return number < 26 ? String.valueOf((char) ('a' + number)) : "no. " + (number + 1);
    }

    String text() {
        return members.stream()
                .filter(member -> !member.waits().isEmpty() || !member.holds().isEmpty())
                .map(this::order)
                .collect(Collectors.joining("; "));
    }

    private String order(Member member) {
        boolean sameIndex = member.holds().stream()
                .anyMatch(hold -> member.waits().stream()
                        .anyMatch(wait -> Member.samePlace(hold.lock(), wait.lock())));
        List<String> steps = new ArrayList<>();
        steps.add(
                member.holds().isEmpty()
                        ? member.holdsPrinted() ? "" : "(not printed)"
                        : names(member.holds(), sameIndex ? Rows.NAMED : Rows.LEFT_OUT));
        if (!member.waits().isEmpty()) {
            steps.add(names(member.waits(), sameIndex ? Rows.NAMED : Rows.LEFT_OUT));
        }
        steps.removeIf(String::isEmpty);
        return label(member) + ": " + String.join(" -> ", steps);
    }

    private enum Rows {
        NAMED,
        LEFT_OUT
    }

    private String names(List<RawLock> locks, Rows rows) {
        Set<String> names = new LinkedHashSet<>();
        for (RawLock lock : locks) {
            names.add(name(lock.lock()) + (rows == Rows.NAMED ? row(lock) : ""));
        }
        return String.join(" + ", names);
    }

    private String name(Lock lock) {
        String index = lock.index();
        if (index == null) {
            return "table " + lock.table();
        }
        return severalTables ? lock.table() + "." + index : index;
    }

    /** The letter of the row that somebody waits for and this lock covers. */
    private String row(RawLock lock) {
        List<String> rows = new ArrayList<>();
        for (Member member : members) {
            for (RawLock wait : member.waits()) {
                String letter = letters.get(wait.row());
                if (letter != null && lock.meets(wait) && !rows.contains(letter)) {
                    rows.add(letter);
                }
            }
        }
        return rows.isEmpty() ? "" : " row " + String.join("+", rows);
    }

    /** The side, with the number where two transactions are on one side. */
    private String label(Member member) {
        boolean alone = members.stream().filter(other -> other.label().equals(member.label())).count() == 1;
        return alone ? member.label() : member.label() + " " + member.transaction().name();
    }
}
