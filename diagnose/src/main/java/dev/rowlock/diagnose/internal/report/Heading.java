package dev.rowlock.diagnose.internal.report;

/**
 * The form of a line without its prefix.
 *
 * @param number the number in brackets; 0 where there is none
 */
record Heading(LineKind kind, int number) {
    private static final String ROLLBACK = "WE ROLL BACK TRANSACTION (";
    private static final int MOST_DIGITS = 6;
    private static final Heading OTHER = new Heading(LineKind.OTHER, 0);

    static Heading at(String text, int from, int end) {
        return switch (text.charAt(from)) {
            case '*' -> starts(text, from, end, "*** ") ? starred(text, from + 4, end) : OTHER;
            case 'L' -> is(text, from, end, "LATEST DETECTED DEADLOCK") ? of(LineKind.TITLE) : OTHER;
            case 'T' -> startingWithT(text, from, end);
            case 't' -> starts(text, from, end, "transactions deadlock detected") ? of(LineKind.DETECTED) : OTHER;
            case 'M' ->
                starts(text, from, end, "MySQL thread id ") || starts(text, from, end, "MariaDB thread id ")
                        ? of(LineKind.THREAD)
                        : OTHER;
            case 'R' -> startingWithR(text, from, end);
            case 'E' -> starts(text, from, end, "END OF INNODB MONITOR OUTPUT") ? of(LineKind.END) : OTHER;
            case '-' -> isRule(text, from, end) ? of(LineKind.RULE) : OTHER;
            default -> OTHER;
        };
    }

    private static Heading startingWithT(String text, int from, int end) {
        if (starts(text, from, end, "TRANSACTION ")) {
            return of(LineKind.TRX);
        }
        if (starts(text, from, end, "TABLE LOCK table ")) {
            return of(LineKind.LOCK);
        }
        if (starts(text, from, end, "TOO DEEP OR LONG SEARCH IN THE LOCK TABLE")) {
            return of(LineKind.TOO_DEEP);
        }
        return starts(text, from, end, "Transactions deadlock detected") ? of(LineKind.DETECTED) : OTHER;
    }

    private static Heading startingWithR(String text, int from, int end) {
        if (starts(text, from, end, "RECORD LOCKS space id ")) {
            return of(LineKind.LOCK);
        }
        return starts(text, from, end, "Record lock, heap no ") ? of(LineKind.RECORD) : OTHER;
    }

    private static Heading starred(String text, int from, int end) {
        if (starts(text, from, end, ROLLBACK)) {
            Bracket bracket = Bracket.at(text, from + ROLLBACK.length() - 1, end);
            return bracket.isClosed() && bracket.end() == end
                    ? new Heading(LineKind.ROLLBACK, bracket.number())
                    : OTHER;
        }
        Bracket bracket = Bracket.at(text, from, end);
        int words = bracket.number() > 0 ? bracket.end() + 1 : from;
        LineKind kind = kindOf(text, words, end);
        return kind == LineKind.OTHER ? OTHER : new Heading(kind, bracket.number());
    }

    private static LineKind kindOf(String text, int from, int end) {
        if (is(text, from, end, "TRANSACTION:")) {
            return LineKind.TRANSACTION;
        }
        if (is(text, from, end, "HOLDS THE LOCK(S):")) {
            return LineKind.HOLDS;
        }
        if (is(text, from, end, "WAITING FOR THIS LOCK TO BE GRANTED:")) {
            return LineKind.WAITING;
        }
        return is(text, from, end, "CONFLICTING WITH:") ? LineKind.CONFLICTING : LineKind.OTHER;
    }

    private static boolean starts(String text, int from, int end, String wanted) {
        return end - from >= wanted.length() && text.startsWith(wanted, from);
    }

    private static boolean is(String text, int from, int end, String wanted) {
        return end - from == wanted.length() && text.startsWith(wanted, from);
    }

    private static boolean isRule(String text, int from, int end) {
        for (int i = from; i < end; i++) {
            if (text.charAt(i) != '-') {
                return false;
            }
        }
        return end - from >= 3;
    }

    private static Heading of(LineKind kind) {
        return new Heading(kind, 0);
    }

    /** {@code (12)}; number 0 where there is none. */
    private record Bracket(int number, int end) {
        private static final Bracket NONE = new Bracket(0, 0);

        /** Whether there is a bracket with digits only; one MariaDB prints {@code (0)}. */
        boolean isClosed() {
            return end > 0;
        }

        static Bracket at(String text, int from, int end) {
            int i = from + 1;
            if (from >= end || text.charAt(from) != '(') {
                return NONE;
            }
            int number = 0;
            while (i < end && i - from <= MOST_DIGITS && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
                number = number * 10 + text.charAt(i) - '0';
                i++;
            }
            boolean closed = i > from + 1 && i < end && text.charAt(i) == ')';
            return closed ? new Bracket(number, i + 1) : NONE;
        }
    }
}
