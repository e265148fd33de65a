package dev.rowlock.cli.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The calls of {@code rowlock} that stand in a piece of shell. */
final class CommandLines {
    private static final Pattern CALL = Pattern.compile("(?m)(?:^|\\| *|&& *|\\$ )\\s*(?:\\./)?rowlock +([a-z].*)$");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"|[^\\s'\"]+");

    private CommandLines() {}

    /** The words of each, up to the comment or to whatever the shell does next. */
    static List<List<String>> in(String shell) {
        return CALL.matcher(shell.replaceAll("\\\\\n", " "))
                .results()
                .map(call -> words(call.group(1)))
                .toList();
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        for (String word :
                WORD.matcher(line).results().map(found -> found.group()).toList()) {
            if (word.startsWith("#") || word.matches("[|&;<>].*")) {
                break;
            }
            words.add(word);
        }
        return words;
    }
}
