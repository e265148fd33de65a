package dev.rowlock.diagnose.internal.report;

/** The sections of {@code SHOW ENGINE INNODB STATUS}: a title in capital letters between two lines of dashes. */
final class Sections {
    private Sections() {}

    /** Whether a section begins at a line. */
    static boolean at(Lines lines, int number) {
        return number + 2 < lines.count()
                && lines.line(number).kind() == LineKind.RULE
                && lines.line(number + 2).kind() == LineKind.RULE
                && isTitle(lines, number + 1);
    }

    private static boolean isTitle(Lines lines, int number) {
        int from = lines.start(number);
        int to = lines.end(number);
        if (to - from < 3 || to - from > 60) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = lines.text().charAt(i);
            if (!(c >= 'A' && c <= 'Z') && c != ' ' && c != '/') {
                return false;
            }
        }
        return true;
    }
}
