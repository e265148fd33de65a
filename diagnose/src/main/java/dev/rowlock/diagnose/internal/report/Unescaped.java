package dev.rowlock.diagnose.internal.report;

/** Undoes what {@code mysql --batch} does to a status: it prints the whole on one line, line breaks as {@code \n}. */
final class Unescaped {
    private static final String SIGN = "\\nLATEST DETECTED DEADLOCK\\n";

    private Unescaped() {}

    static String of(CharSequence source) {
        String text = source.toString();
        return text.contains(SIGN) ? unescape(text) : text;
    }

    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                plain.append(c);
                i++;
                continue;
            }
            char next = text.charAt(i + 1);
            switch (next) {
                case 'n' -> plain.append('\n');
                case 't' -> plain.append('\t');
                case '0' -> plain.append('\0');
                case '\\' -> plain.append('\\');
                default -> plain.append(c).append(next);
            }
            i += 2;
        }
        return plain.toString();
    }
}
