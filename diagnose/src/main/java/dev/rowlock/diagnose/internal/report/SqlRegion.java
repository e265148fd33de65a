package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.internal.statement.SqlTokens;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a statement between its thread line and the line where the report goes on.
 *
 * <p>The server prints statements raw, so a string or comment can hold lines that look like the report's. But the server has run the
 * statement: what is open in it is closed in it, unless the server cut it. So a line that begins inside a string or comment is text of the
 * statement, and the report goes on at the first fitting line that does not, or exactly where the server cuts.
 *
 * @param end the line where the report goes on
 * @param sql what the server printed of the statement; null where it printed none
 * @param closed false when neither the statement's own end nor the server's limit was found before the text ends
 * @param fits false when a line follows that cannot be there
 * @param firstData first of the lines that look like the report's and are text; 0 where there are none, counted from 1
 * @param lastData last of them
 */
record SqlRegion(int end, @Nullable String sql, boolean closed, boolean fits, int firstData, int lastData) {
    /** How far to look for the end: further than a server prints, since people insert and indent. */
    private static final int FURTHEST = 4 * CutLimit.MOST;

    /** What a line can be for a statement. */
    enum Fit {
        /** Part of the statement, whatever it looks like. */
        NONE,
        /** The report goes on here, if the statement is closed and nothing better follows. */
        WEAK,
        /** The report goes on here, if the statement is closed. */
        STRONG,
        /** Another report or section begins here; this one was cut. */
        OUTSIDE,
        /** The report's, and not fitting here: if the statement is closed, it was not told apart rightly. */
        WRONG
    }

    /** Judges lines by their form alone. */
    interface Judge {
        Fit fit(Line line, int number);
    }

    /** Finds the statement below a thread line. */
    static SqlRegion below(int threadLine, Lines lines, Reading reading, boolean mariaDb, Judge judge) {
        return new Search(threadLine, lines, reading, mariaDb).run(judge);
    }

    /** Whether a person shortened the statement: then what is open in it stays open. */
    boolean isShortened() {
        return sql != null && (sql.endsWith("...") || sql.endsWith("\u2026") || endsShortened(sql));
    }

    private static boolean endsShortened(String sql) {
        int i = sql.length();
        while (i > 0 && ")'\"; ".indexOf(sql.charAt(i - 1)) >= 0) {
            i--;
        }
        return sql.startsWith("...", i - 3) || sql.startsWith("\u2026", i - 1);
    }

    /** One walk over the lines. */
    private static final class Search {
        private final Lines lines;
        private final int first;
        private final int begin;
        private final int threadBytes;
        private final boolean mariaDb;
        private final CutLimit limit;
        private final SqlTokens tokens;
        private int firstData;
        private int lastData;
        private boolean looksReported;
        private final PrintedBytes printed;

        Search(int threadLine, Lines lines, Reading reading, boolean mariaDb) {
            this.lines = lines;
            this.first = threadLine + 1;
            this.begin = lines.start(first);
            this.printed = new PrintedBytes(lines.text(), begin);
            Line thread = lines.line(threadLine);
            this.threadBytes = PrintedBytes.of(lines.text(), thread.from(), thread.to());
            this.mariaDb = mariaDb;
            this.limit = reading.limit();
            int furthest = Math.min(lines.text().length(), begin + FURTHEST);
            this.tokens = new SqlTokens(lines.text(), begin, furthest, reading.dialect());
        }

        SqlRegion run(Judge judge) {
            int weak = -1;
            int outside = -1;
            int number = first;
            for (; number < lines.count() && lines.start(number) - begin < FURTHEST; number++) {
                Line line = lines.line(number);
                boolean open = tokens.isInside(lines.start(number));
                Fit fit = line.kind() == LineKind.OTHER ? Fit.NONE : judge.fit(line, number);
                if (fit == Fit.STRONG && (!open || isCutBefore(number))) {
                    return at(number);
                }
                if (open) {
                    remember(line, number);
                } else if (fit == Fit.WEAK && weak < 0) {
                    weak = number;
                } else if (fit == Fit.WRONG) {
                    return region(number, sql(number), true, false);
                } else if (fit == Fit.OUTSIDE) {
                    outside = number;
                    break;
                }
            }
            if (weak >= 0) {
                return at(weak);
            }
            if (outside >= 0) {
                return at(outside);
            }
            return unended(number);
        }

        /** No line fits. Lines that look like the report's are no part of it then, and no part of what is handed out. */
        private SqlRegion unended(int reached) {
            int longest = Math.min(reached, lines.firstFrom(begin + CutLimit.MOST));
            int cut = looksReported ? firstData - 1 : withoutHalfHeading(longest);
            return region(Math.max(cut, longest), sql(cut), !looksReported, true);
        }

        /** A text cut in a heading or in the prefix of a log: that line is no part of the statement. */
        private int withoutHalfHeading(int number) {
            boolean last = number == lines.count() && number > first && !lines.isWhole(number - 1);
            return last && isHalfHeading(lines.start(number - 1), lines.end(number - 1)) ? number - 1 : number;
        }

        private boolean isHalfHeading(int from, int to) {
            String line = lines.text().substring(from, to);
            return line.startsWith("***")
                    || "***".startsWith(line)
                    || lines.line(lines.count() - 1).kind() != LineKind.OTHER
                    || line.chars().allMatch(c -> "0123456789-:.TZ+ ".indexOf(c) >= 0);
        }

        private SqlRegion at(int number) {
            return region(number, sql(number), true, true);
        }

        private SqlRegion region(int end, @Nullable String sql, boolean closed, boolean fits) {
            return new SqlRegion(end, sql, closed, fits, looksReported ? firstData : 0, looksReported ? lastData : 0);
        }

        private void remember(Line line, int number) {
            if (line.kind() == LineKind.OTHER) {
                return;
            }
            looksReported |= line.kind().looksReported();
            if (firstData == 0) {
                firstData = number + 1;
            }
            lastData = number + 1;
        }

        /** MySQL from 8.0.18 on prints an empty line behind the statement. */
        private boolean isCutBefore(int number) {
            int bytes = printed.before(lines.start(number));
            return limit.cuts(mariaDb, threadBytes, bytes)
                    || (printed.emptyLineBefore(lines.start(number)) && limit.cuts(mariaDb, threadBytes, bytes - 1));
        }

        private @Nullable String sql(int before) {
            String sql = lines.text()
                    .substring(begin, Math.max(begin, lines.start(before)))
                    .strip();
            return sql.isEmpty() ? null : sql;
        }
    }
}
