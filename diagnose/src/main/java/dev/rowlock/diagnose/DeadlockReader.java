package dev.rowlock.diagnose;

import dev.rowlock.diagnose.internal.analysis.Analysis;
import dev.rowlock.diagnose.internal.report.ReportReader;
import java.util.List;

/**
 * Reads the deadlock reports of MySQL 5.0 to 9.x and MariaDB: from {@code SHOW ENGINE INNODB STATUS}, its section alone, or an error log
 * with any number of them among other lines, whole or cut.
 *
 * <p>Statements are printed raw, so what a statement says can look like a part of the report; it is told apart, and said which lines it was
 * (see {@code docs/deadlocks.md}). Who was rolled back is never guessed (C7). Pure: no clock, no server, no state; safe for use by several
 * threads. Takes time in proportion to the text.
 */
public final class DeadlockReader {
    private final Sides sides;
    private final SqlDisplay display;
    private final VictimNumbering numbering;

    /** For texts of any server. */
    public DeadlockReader(Sides sides, SqlDisplay display) {
        this(sides, display, VictimNumbering.UNKNOWN);
    }

    /** For texts of a server that is known. */
    public DeadlockReader(Sides sides, SqlDisplay display, VictimNumbering numbering) {
        this.sides = sides;
        this.display = display;
        this.numbering = numbering;
    }

    /** Sides by comment, statements as printed. */
    public static DeadlockReader plain() {
        return new DeadlockReader(Sides.byComment(), SqlDisplay.AS_PRINTED);
    }

    /** Every deadlock in the text, in its order; none is an empty list. Never throws because of what the text is. */
    public List<Deadlock> read(CharSequence text) {
        return ReportReader.read(text).stream()
                .map(report -> Analysis.of(report, sides, display, numbering))
                .toList();
    }
}
