package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.internal.statement.SqlDialect;
import dev.rowlock.diagnose.internal.statement.SqlTokens;

/**
 * Walks over what stands outside of deadlock reports. There, too, the server prints statements raw, in the list of transactions and under
 * {@code LATEST FOREIGN KEY ERROR}; lines inside their strings and comments are passed over.
 */
final class Outside {
    private static final String FOREIGN_KEY_ERROR = " Transaction:";

    private final Lines lines;

    Outside(Lines lines) {
        this.lines = lines;
    }

    /** The next line from here on that belongs to a deadlock report by its form; the number of lines where there is none. */
    int next(int from) {
        int number = from;
        Statement statement = null;
        while (number < lines.count()) {
            if (lines.isEmpty(number)) {
                number++;
                continue;
            }
            if (statement != null && statement.holds(number)) {
                number++;
                continue;
            }
            Line line = lines.line(number);
            if (line.kind() == LineKind.THREAD) {
                statement = new Statement(number, line);
            } else if (belongs(line.kind()) && !isForeignKeyError(line, number)) {
                return number;
            }
            number++;
        }
        return number;
    }

    /** {@code LATEST FOREIGN KEY ERROR} prints a transaction, too, below a line that ends in {@code Transaction:}. */
    private boolean isForeignKeyError(Line line, int number) {
        return line.kind() == LineKind.TRX
                && number > 0
                && lines.text().startsWith(FOREIGN_KEY_ERROR, lines.end(number - 1) - FOREIGN_KEY_ERROR.length());
    }

    private static boolean belongs(LineKind kind) {
        return switch (kind) {
            case TITLE, DETECTED, TOO_DEEP, TRANSACTION, HOLDS, WAITING, CONFLICTING, ROLLBACK, TRX -> true;
            case OTHER, THREAD, LOCK, RECORD, RULE, END, LOG, STAMP -> false;
        };
    }

    /** A statement below a thread line. */
    private final class Statement {
        private final int begin;
        private final int furthest;
        private final int threadBytes;
        private final PrintedBytes printed;
        private final boolean mariaDb;
        private final SqlTokens tokens;
        private boolean ended;

        Statement(int threadLine, Line line) {
            begin = lines.start(threadLine + 1);
            furthest = Math.min(lines.text().length(), begin + CutLimit.MOST);
            threadBytes = PrintedBytes.of(lines.text(), line.from(), line.to());
            printed = new PrintedBytes(lines.text(), begin);
            mariaDb = lines.text().startsWith("MariaDB", line.from());
            tokens = new SqlTokens(lines.text(), begin, furthest, SqlDialect.USUAL);
        }

        /** Whether a line begins inside a string or comment of this statement. */
        boolean holds(int number) {
            int position = lines.start(number);
            if (ended || position >= furthest) {
                ended = true;
                return false;
            }
            boolean open = tokens.isInside(position);
            ended = open && CutLimit.IN_LISTS.cuts(mariaDb, threadBytes, printed.before(position));
            return open && !ended;
        }
    }
}
