package dev.rowlock.diagnose.internal.statement;

/**
 * Walks over the tokens of a statement, forwards only. It knows as much as is needed to tell code from text: strings, quoted names,
 * comments, numbers, words. Every step goes forwards, so a walk takes time in proportion to the text. Not safe for use by several
 * threads.
 */
public final class SqlTokens {
    /** What a token is. */
    public enum Kind {
        SPACE,
        STRING,
        QUOTED_NAME,
        COMMENT,
        NUMBER,
        WORD,
        SIGN
    }

    private final String text;
    private final int limit;
    private final SqlDialect dialect;
    private int start;
    private int end;
    private Kind kind = Kind.SPACE;
    private boolean finished = true;
    private boolean insideVersionedComment;

    public SqlTokens(String text, int from, int limit, SqlDialect dialect) {
        this.text = text;
        this.limit = limit;
        this.dialect = dialect;
        this.start = from;
        this.end = from;
    }

    /** Goes to the next token; false at the end. */
    public boolean next() {
        if (end >= limit) {
            return false;
        }
        start = end;
        finished = true;
        char c = text.charAt(start);
        if (Character.isWhitespace(c)) {
            kind = Kind.SPACE;
            end = start + 1;
        } else if (dialect.hasQuotes() && (c == '\'' || c == '"')) {
            kind = Kind.STRING;
            end = afterQuote(c);
        } else if (dialect.hasQuotes() && c == '`') {
            kind = Kind.QUOTED_NAME;
            end = afterQuote(c);
        } else if (c == '/' && at(start + 1, '*')) {
            comment();
        } else if (c == '#' || (c == '-' && at(start + 1, '-') && spaceAt(start + 2))) {
            kind = Kind.COMMENT;
            end = endOfLine();
        } else if (insideVersionedComment && c == '*' && at(start + 1, '/')) {
            insideVersionedComment = false;
            kind = Kind.SIGN;
            end = start + 2;
        } else if (isDigit(c) || (c == '.' && start + 1 < limit && isDigit(text.charAt(start + 1)))) {
            kind = Kind.NUMBER;
            end = afterNumber();
        } else if (isWordPart(c)) {
            kind = Kind.WORD;
            end = afterWord(start + 1);
        } else {
            kind = Kind.SIGN;
            end = start + 1;
        }
        return true;
    }

    /** Goes on to a position; true when it is inside a string, a quoted name or a comment, finished or not. */
    public boolean isInside(int position) {
        boolean more = true;
        while (end <= position && more) {
            more = next();
        }
        return switch (kind) {
            case STRING, QUOTED_NAME, COMMENT -> start < position && (position < end || !finished);
            case SPACE, NUMBER, WORD, SIGN -> false;
        };
    }

    public Kind kind() {
        return kind;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /** False for a string, quoted name or comment that the text ends in. */
    public boolean finished() {
        return finished;
    }

    private void comment() {
        int inside = start + 2;
        boolean versioned = at(inside, '!') || (at(inside, 'M') && at(inside + 1, '!'));
        if (versioned && dialect.runsVersionedComments()) {
            int digits = text.charAt(inside) == '!' ? inside + 1 : inside + 2;
            while (digits < limit && isDigit(text.charAt(digits))) {
                digits++;
            }
            insideVersionedComment = true;
            kind = Kind.SIGN;
            end = digits;
            return;
        }
        kind = Kind.COMMENT;
        int close = find("*/", inside);
        finished = close >= 0;
        end = finished ? close + 2 : limit;
    }

    private int afterQuote(char quote) {
        boolean escapes = quote != '`' && dialect.escapesWithBackslash();
        int i = start + 1;
        while (i < limit) {
            char c = text.charAt(i);
            if (c == '\\' && escapes) {
                i += 2;
            } else if (c == quote && at(i + 1, quote)) {
                i += 2;
            } else if (c == quote) {
                return i + 1;
            } else {
                i++;
            }
        }
        finished = false;
        return limit;
    }

    private int afterNumber() {
        int i = start + 1;
        while (i < limit) {
            char c = text.charAt(i);
            boolean exponentSign = (c == '+' || c == '-') && isExponent(text.charAt(i - 1)) && !isHex();
            if (!exponentSign && c != '.' && !isWordPart(c)) {
                break;
            }
            i++;
        }
        return i;
    }

    private boolean isHex() {
        return at(start, '0') && (at(start + 1, 'x') || at(start + 1, 'X'));
    }

    private static boolean isExponent(char c) {
        return c == 'e' || c == 'E';
    }

    private int afterWord(int from) {
        int i = from;
        while (i < limit && isWordPart(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private int endOfLine() {
        int newline = find("\n", start);
        return newline < 0 ? limit : newline;
    }

    private int find(String wanted, int from) {
        for (int i = from; i + wanted.length() <= limit; i++) {
            if (text.startsWith(wanted, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean at(int position, char wanted) {
        return position < limit && text.charAt(position) == wanted;
    }

    private boolean spaceAt(int position) {
        return position >= limit || text.charAt(position) <= ' ';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordPart(char c) {
        return c == '_' || c == '$' || c == '@' || c >= 0x80 || Character.isLetterOrDigit(c);
    }
}
