package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one report from its first line under one {@link Reading}. The grammar, by server, is in {@code docs/deadlocks.md}. For one use by
 * one thread.
 */
final class ReportParser {
    private enum Section {
        HEAD,
        HOLDS,
        WAITS,
        CONFLICTS
    }

    /** Servers before 8.0.18 give up at 200; a longer "cycle" is no report, and would cost more than its length. */
    private static final int MOST_TRANSACTIONS = 256;

    private final Lines lines;
    private final Reading reading;
    private final RecordDump dump = new RecordDump();
    private final List<RawTransaction> transactions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable Stamp at;
    private @Nullable Integer victim;
    private @Nullable RawTransaction current;
    private @Nullable RawLock lastLock;
    private Section section = Section.HEAD;
    private boolean fits = true;
    private boolean open;
    private boolean shortened = true;

    ReportParser(Lines lines, Reading reading) {
        this.lines = lines;
        this.reading = reading;
    }

    /** Reads up to the end of the report: its last line, or where the next one or another section begins. */
    ReportResult parse(int first, @Nullable Stamp before) {
        at = before;
        int number = first;
        while (number < lines.count()) {
            Line line = lines.line(number);
            if (number > first && endsBefore(line, number)) {
                break;
            }
            if (at == null && line.stamp() != null) {
                at = line.stamp();
            }
            if (line.kind() == LineKind.ROLLBACK && !transactions.isEmpty()) {
                rolledBack(line.number());
                number = skipRest(number + 1);
                break;
            }
            number = read(line, number);
        }
        RawDeadlock deadlock = new RawDeadlock(at, victim, transactions, notes);
        return new ReportResult(deadlock, number, fits && !open, fits, open && shortened);
    }

    private void rolledBack(int number) {
        if (number > 0) {
            victim = number;
        } else {
            notes.add("who was rolled back is unknown: this MariaDB names (0), whoever it was (MDEV-29187)");
        }
    }

    private boolean endsBefore(Line line, int number) {
        RawTransaction transaction = current;
        boolean full = transactions.size() >= MOST_TRANSACTIONS;
        return switch (line.kind()) {
            case TITLE, DETECTED, END -> true;
            case RULE -> Sections.at(lines, number);
            case TRANSACTION -> full || startsOver(line);
            case THREAD -> transaction != null && transaction.hasThread();
            case TRX -> transaction != null && transaction.hasThread() && (full || !continuesUnheaded(transaction));
            case OTHER, TOO_DEEP, HOLDS, WAITING, CONFLICTING, ROLLBACK, LOCK, RECORD, LOG, STAMP -> false;
        };
    }

    /** Numbers grow within a report. */
    private boolean startsOver(Line line) {
        return !transactions.isEmpty()
                && (line.number() == 0
                        || line.number()
                                <= transactions.get(transactions.size() - 1).printedNumber());
    }

    /**
     * MySQL 8 drops all lines with stars from its error log unless told otherwise. Then nothing parts two reports, but a cycle that is
     * closed is a whole one.
     */
    private boolean continuesUnheaded(RawTransaction last) {
        return !last.isHeaded() && last.hasLocks() && !Cycles.isClosed(transactions);
    }

    private int read(Line line, int number) {
        switch (line.kind()) {
            case TOO_DEEP ->
                notes.add("the server gave up the search for a cycle (too deep or too long) and rolled back the one"
                        + " transaction that it prints, without a number");
            case TRANSACTION -> start(RawTransaction.headed(line.number()));
            case TRX -> transactionLine(line);
            case THREAD -> {
                return threadLine(line, number);
            }
            case HOLDS -> section(line.number(), Section.HOLDS);
            case WAITING -> section(line.number(), Section.WAITS);
            case CONFLICTING -> section(line.number(), Section.CONFLICTS);
            case LOCK -> lock(line);
            case RECORD -> record(line);
            case OTHER -> other(line);
            case TITLE, DETECTED, ROLLBACK, RULE, END, LOG, STAMP -> {
                // Nothing of a transaction's.
            }
        }
        return number + 1;
    }

    private RawTransaction start(RawTransaction transaction) {
        current = transaction;
        transactions.add(transaction);
        section = Section.HEAD;
        lastLock = null;
        return transaction;
    }

    private void transactionLine(Line line) {
        RawTransaction transaction = current;
        if (transaction == null || transaction.hasThread()) {
            transaction = start(RawTransaction.unheaded());
        }
        String rest = lines.text().substring(line.from() + "TRANSACTION ".length(), line.to());
        int comma = rest.indexOf(',');
        if (comma > 0 && !transaction.hasLocks()) {
            transaction.id(rest.substring(0, comma));
        }
    }

    private int threadLine(Line line, int number) {
        RawTransaction transaction = current;
        if (transaction == null || transaction.hasThread() || transaction.hasLocks()) {
            return number + 1;
        }
        ThreadLine thread = ThreadLine.parse(lines.text().substring(line.from(), line.to()), lines.isWhole(number));
        SqlRegion region = SqlRegion.below(number, lines, reading, thread.mariaDb(), this::fit);
        transaction.thread(thread, region.sql());
        if (!region.closed()) {
            open = true;
            shortened &= region.isShortened();
        }
        fits &= region.fits();
        note(region, transaction);
        return region.end();
    }

    private SqlRegion.Fit fit(Line line, int number) {
        int own = current == null ? 0 : current.printedNumber();
        return switch (line.kind()) {
            case HOLDS, WAITING, CONFLICTING ->
                line.number() == own || line.number() == 0 ? SqlRegion.Fit.STRONG : SqlRegion.Fit.WRONG;
            case LOCK -> own == 0 ? SqlRegion.Fit.STRONG : SqlRegion.Fit.WRONG;
            case TRANSACTION -> next(own, line.number());
            case ROLLBACK -> SqlRegion.Fit.WEAK;
            case TITLE, DETECTED, END, LOG -> SqlRegion.Fit.OUTSIDE;
            case RULE -> Sections.at(lines, number) ? SqlRegion.Fit.OUTSIDE : SqlRegion.Fit.NONE;
            case TOO_DEEP, TRX, THREAD -> SqlRegion.Fit.WRONG;
            case OTHER, RECORD, STAMP -> SqlRegion.Fit.NONE;
        };
    }

    /** What the heading of a transaction is behind the statement of another. */
    private static SqlRegion.Fit next(int own, int number) {
        if (own == 0 || number <= own) {
            return SqlRegion.Fit.OUTSIDE;
        }
        return number == own + 1 ? SqlRegion.Fit.STRONG : SqlRegion.Fit.WRONG;
    }

    private void note(SqlRegion region, RawTransaction transaction) {
        if (region.firstData() == 0) {
            return;
        }
        String which = region.firstData() == region.lastData()
                ? "line " + region.firstData() + " looks like the report's and is"
                : "lines " + region.firstData() + "-" + region.lastData() + " look like the report's and are";
        String whose =
                transaction.number() == null ? "the statement" : "the statement of (" + transaction.number() + ")";
        notes.add(
                region.closed()
                        ? which + " text of " + whose
                        : whose + " does not end before the text does: " + which + " not told apart from it");
    }

    private void section(int number, Section next) {
        RawTransaction transaction = current;
        if (transaction == null || number > transaction.printedNumber()) {
            fits &= transaction == null || transaction.printedNumber() > 0;
            transaction = start(RawTransaction.headed(number));
        } else if (number != 0 && number != transaction.printedNumber()) {
            fits = false;
        }
        fits &= switch (next) {
            case HOLDS -> transaction.holds().isEmpty();
            case WAITS -> transaction.waits().isEmpty();
            case CONFLICTS -> transaction.conflicts().isEmpty();
            case HEAD -> true;
        };
        section = next;
        lastLock = null;
        if (next == Section.HOLDS) {
            transaction.holdsFollow();
        }
    }

    private void lock(Line line) {
        RawTransaction transaction = current;
        RawLock lock = LockLine.parse(lines.text().substring(line.from(), line.to()));
        if (transaction == null || lock == null) {
            return;
        }
        lastLock = lock;
        switch (section) {
            case HOLDS -> transaction.holds().add(lock);
            case WAITS -> transaction.waits().add(lock);
            case CONFLICTS -> transaction.conflicts().add(lock);
            case HEAD -> (lock.lock().isWaiting() ? transaction.waits() : transaction.holds()).add(lock);
        }
    }

    private void record(Line line) {
        if (lastLock != null) {
            int number = dump.number(lines.text(), line.from(), line.to());
            if (number >= 0) {
                lastLock.add(number);
            }
        }
    }

    private void other(Line line) {
        RawTransaction transaction = current;
        if (transaction != null && section == Section.HEAD && !transaction.hasThread()) {
            Long weight = WeightLine.weight(lines.text().substring(line.from(), line.to()));
            if (weight != null) {
                transaction.weight(weight);
            }
        }
        field(line);
    }

    private void field(Line line) {
        if (lastLock == null || section != Section.WAITS) {
            return;
        }
        Long writer = dump.writer(lines.text(), line.from(), line.to());
        if (writer != null) {
            lastLock.writtenBy(writer);
        }
    }

    /**
     * Behind the last line of a report no line of a report can follow before the next one begins. If one does, the last line was text of a
     * statement, and the statement's end is near; further away somebody is quoting.
     */
    private int skipRest(int from) {
        Outside outside = new Outside(lines);
        int furthest = lines.start(from) + CutLimit.MOST;
        int number = outside.next(from);
        while (number < lines.count()) {
            Line line = lines.line(number);
            boolean next = line.kind().opens() || (line.kind() == LineKind.TRANSACTION && line.number() <= 1);
            if (next || line.kind() == LineKind.TRX || line.kind() == LineKind.TOO_DEEP) {
                break;
            }
            fits &= lines.start(number) > furthest;
            number = outside.next(number + 1);
        }
        return number;
    }
}
