package dev.rowlock.diagnose.internal.report;

/**
 * A name as the server prints it: in backticks, in double quotes, or bare.
 *
 * @param end the position behind it
 */
record QuotedName(String name, int end) {
    /** Whether a quoted name begins here. */
    static boolean isQuote(String line, int position) {
        return position < line.length() && (line.charAt(position) == '`' || line.charAt(position) == '"');
    }

    /** Reads a quoted name; a quote inside is doubled. The end is -1 when the line is cut in it. */
    static QuotedName quoted(String line, int from) {
        char quote = line.charAt(from);
        StringBuilder name = new StringBuilder();
        int i = from + 1;
        while (i < line.length()) {
            char c = line.charAt(i);
            if (c != quote) {
                name.append(c);
                i++;
            } else if (i + 1 < line.length() && line.charAt(i + 1) == quote) {
                name.append(c);
                i += 2;
            } else {
                return new QuotedName(name.toString(), i + 1);
            }
        }
        return new QuotedName(name.toString(), -1);
    }
}
