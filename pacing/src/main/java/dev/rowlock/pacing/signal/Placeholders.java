package dev.rowlock.pacing.signal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts a number in place of each parameter, so that the server can parse the text. A digest does not tell one literal from another. Pure. */
final class Placeholders {
    /** What may hold a question mark that is none (strings, quoted names, comments), or a placeholder. */
    private static final Pattern PIECE = Pattern.compile(
            "'(?:[^'\\\\]|\\\\.|'')*'|\"(?:[^\"\\\\]|\\\\.|\"\")*\"|`(?:[^`]|``)*`|/\\*.*?\\*/|(?:--\\s|#)[^\\n]*|\\?|(?<![:\\w]):[A-Za-z_]\\w*",
            Pattern.DOTALL);

    private Placeholders() {}

    static String filled(String statement) {
        return PIECE.matcher(statement).replaceAll(found -> {
            String piece = found.group();
            return piece.startsWith("?") || piece.startsWith(":") ? "1" : Matcher.quoteReplacement(piece);
        });
    }
}
