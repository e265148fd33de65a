package dev.rowlock.mysql.table;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts names into a statement in one pass, so that a name that itself looks like a placeholder stays what it is. Holds no state. */
public final class StatementTemplate {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[a-z_]+\\}");

    private StatementTemplate() {}

    /** Replaces every placeholder that has a piece; others stay for a later pass. */
    public static String fill(String statement, Map<String, String> pieces) {
        Matcher matcher = PLACEHOLDER.matcher(statement);
        return matcher.replaceAll(found -> Matcher.quoteReplacement(pieces.getOrDefault(found.group(), found.group())));
    }
}
