package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the deadlock reports in a text and reads each. Stateless. */
public final class ReportReader {
    private ReportReader() {}

    /** Every report, in the order of the text. Never throws because of what the text is. */
    public static List<RawDeadlock> read(CharSequence text) {
        Lines lines = Lines.of(Unescaped.of(text));
        Outside outside = new Outside(lines);
        List<RawDeadlock> deadlocks = new ArrayList<>();
        int number = outside.next(0);
        while (number < lines.count()) {
            if (lines.line(number).kind() == LineKind.ROLLBACK) {
                // Without a transaction before it, this says nothing.
                number = outside.next(number + 1);
                continue;
            }
            ReportResult result = read(lines, number, stampBefore(lines, number));
            if (isReport(result.deadlock())) {
                deadlocks.add(result.deadlock());
            }
            number = outside.next(Math.max(result.end(), number + 1));
        }
        return deadlocks;
    }

    private static ReportResult read(Lines lines, int first, @Nullable Stamp before) {
        ReportResult usual = new ReportParser(lines, Reading.USUAL).parse(first, before);
        if (usual.settled()) {
            return usual;
        }
        for (Reading reading : Reading.values()) {
            ReportResult other = new ReportParser(lines, reading).parse(first, before);
            if (other.settled()) {
                boolean proven = reading.provesEnds() || !usual.consistent() || usual.shortened();
                return proven ? other : withoutVictim(other);
            }
        }
        return withoutVictim(usual);
    }

    private static ReportResult withoutVictim(ReportResult result) {
        RawDeadlock deadlock = result.deadlock();
        if (deadlock.victim() == null) {
            return result;
        }
        List<String> notes = new ArrayList<>(deadlock.notes());
        notes.add("who was rolled back is unknown: a line names (" + deadlock.victim()
                + "), and it cannot be told whether it is the server's or text of a statement");
        RawDeadlock without = new RawDeadlock(deadlock.at(), null, deadlock.transactions(), notes);
        return new ReportResult(without, result.end(), result.settled(), result.consistent(), result.shortened());
    }

    /** A heading alone is no report; nor is a transaction without locks of which no heading says that it was in a deadlock. */
    private static boolean isReport(RawDeadlock deadlock) {
        boolean named = deadlock.transactions().stream().anyMatch(RawTransaction::isHeaded);
        boolean locked = deadlock.transactions().stream().anyMatch(RawTransaction::hasLocks);
        boolean told = deadlock.transactions().stream().anyMatch(transaction -> !transaction.isEmpty());
        return told && (named || locked);
    }

    /** In an error log, and on MySQL 5.6, the time may stand on a line of its own before the first heading. */
    private static @Nullable Stamp stampBefore(Lines lines, int number) {
        for (int back = number - 1; back >= 0 && back >= number - 2; back--) {
            Line line = lines.line(back);
            if (line.stamp() != null && (line.kind() == LineKind.STAMP || line.kind() == LineKind.DETECTED)) {
                return line.stamp();
            }
            if (line.from() < line.to()) {
                return null;
            }
        }
        return null;
    }
}
