package dev.rowlock.diagnose.internal.report;

/** Undoes what {@code mysql --batch} does to a status: it prints the whole on one line, line breaks as {@code \n}. */
final class Unescaped {
    private static final String SIGN = "\\nLATEST DETECTED DEADLOCK\\n";

    private Unescaped() {}

    static String of(CharSequence source) {
        String text = source.toString();
        return text.contains(SIGN) ? unescape(text) : text;
    }

    /** What is between two backslashes is copied in one go. */
    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int from = 0;
        int backslash = text.indexOf('\\');
        while (backslash >= 0 && backslash + 1 < text.length()) {
            plain.append(text, from, backslash);
            char next = text.charAt(backslash + 1);
            switch (next) {
                case 'n' -> plain.append('\n');
                case 't' -> plain.append('\t');
                case '0' -> plain.append('\0');
                case '\\' -> plain.append('\\');
                default -> plain.append('\\').append(next);
            }
            from = backslash + 2;
            backslash = text.indexOf('\\', from);
        }
        return plain.append(text, from, text.length()).toString();
    }
}
