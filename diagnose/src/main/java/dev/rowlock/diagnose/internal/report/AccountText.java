package dev.rowlock.diagnose.internal.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Host, address, user and what the thread does, which the server prints one after the other with a blank between: {@code localhost
 * 127.0.0.1 app updating}, {@code 192.0.2.10 root Sending data}, {@code localhost app}. Host or address may be missing, and the last part
 * is of one or more words.
 */
final class AccountText {
    private AccountText() {}

    /** {@code user@host}, the name of the host preferred; null where no user is printed. */
    static @Nullable String parse(String text) {
        List<String> words = words(text);
        if (words.size() < 2) {
            return null;
        }
        String host = words.get(0);
        boolean named = !isAddress(host) && words.size() > 2 && isAddress(words.get(1));
        return words.get(named ? 2 : 1) + "@" + host;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = 0;
        while (start < text.length() && words.size() < 3) {
            int blank = text.indexOf(' ', start);
            int end = blank < 0 ? text.length() : blank;
            if (end > start) {
                words.add(text.substring(start, end));
            }
            start = end + 1;
        }
        return words;
    }

    /** IPv4 or IPv6; a host's or user's name that is made of such characters only would be taken for one, too. */
    private static boolean isAddress(String word) {
        int colons = 0;
        int dots = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == ':') {
                colons++;
            } else if (c == '.') {
                dots++;
            } else if (Character.digit(c, 16) < 0) {
                return word.indexOf('%') == i && colons >= 2;
            }
        }
        return colons >= 2 || (dots == 3 && word.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9')));
    }
}
