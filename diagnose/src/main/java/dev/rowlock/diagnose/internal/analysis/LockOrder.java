package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.internal.report.RawLock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts into words in which order each side takes its locks: {@code batch: idx_status -> PRIMARY; online: PRIMARY -> idx_status}. Where one
 * side takes two rows of one index, the rows are told apart by letters; where the locks are of more than one table, the table is named.
 */
final class LockOrder {
    private static final int LETTERS = 26;

    private enum Rows {
        NAMED,
        LEFT_OUT
    }

    private final List<Member> members;
    private final boolean severalTables;
    private final Map<String, String> letters = new LinkedHashMap<>();
    private final Map<String, List<RawLock>> waits = new HashMap<>();
    private final Map<String, Long> labels;

    LockOrder(List<Member> members) {
        this.members = members;
        this.severalTables = members.stream()
                        .flatMap(member -> Stream.concat(member.holds().stream(), member.waits().stream()))
                        .map(lock -> lock.lock().table())
                        .distinct()
                        .limit(2)
                        .count()
                > 1;
        this.labels = members.stream().collect(Collectors.groupingBy(Member::label, Collectors.counting()));
        for (Member member : members) {
            for (RawLock wait : member.waits()) {
                if (letters.putIfAbsent(wait.row(), letter(letters.size())) == null) {
                    waits.computeIfAbsent(wait.page(), page -> new ArrayList<>())
                            .add(wait);
                }
            }
        }
    }

    private static String letter(int number) {
        return number < LETTERS ? String.valueOf((char) ('a' + number)) : "no. " + (number + 1);
    }

    String text() {
        return members.stream()
                .filter(member -> !member.waits().isEmpty() || !member.holds().isEmpty())
                .map(this::order)
                .collect(Collectors.joining("; "));
    }

    private String order(Member member) {
        boolean oneIndex = member.holds().stream()
                .anyMatch(hold -> member.waits().stream().anyMatch(wait -> Member.samePlace(hold.lock(), wait.lock())));
        Rows rows = oneIndex ? Rows.NAMED : Rows.LEFT_OUT;
        List<String> steps = new ArrayList<>();
        if (!member.holds().isEmpty()) {
            steps.add(names(member.holds(), rows));
        } else if (!member.holdsPrinted()) {
            steps.add("(not printed)");
        }
        if (!member.waits().isEmpty()) {
            steps.add(names(member.waits(), rows));
        }
        return label(member) + ": " + String.join(" -> ", steps);
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

    /** The letters of the rows that somebody waits for and this lock covers. */
    private String row(RawLock lock) {
        String rows = waits.getOrDefault(lock.page(), List.of()).stream()
                .filter(lock::meets)
                .map(wait -> letters.getOrDefault(wait.row(), ""))
                .collect(Collectors.joining("+"));
        return rows.isEmpty() ? "" : " row " + rows;
    }

    /** The side, with the number where two transactions are on one side. */
    private String label(Member member) {
        String label = member.label();
        return labels.getOrDefault(label, 0L) == 1
                ? label
                : label + " " + member.transaction().name();
    }
}
