package dev.rowlock.cli.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The strings and text blocks of a Java source, without those in comments. */
final class JavaLiterals {
    /** The order matters: a text block begins like a string, and a quote inside a comment begins nothing. */
    private static final Pattern TOKEN = Pattern.compile("\"\"\"(?<block>(?:\\\\.|[^\\\\])*?)\"\"\""
            + "|\"(?<string>(?:\\\\.|[^\"\\\\\n])*)\""
            + "|'(?:\\\\.|[^'\\\\])+'"
            + "|//[^\n]*"
            + "|/\\*(?s:.*?)\\*/");

    private JavaLiterals() {}

    /**
     * One of them.
     *
     * @param line where it begins, from 1
     */
    record Literal(int line, String text) {}

    static Stream<Literal> of(Path source) {
        try {
            return of(Files.readString(source));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Stream<Literal> of(String java) {
        return TOKEN.matcher(java)
                .results()
                .filter(token -> token.group(1) != null || token.group(2) != null)
                .map(token -> new Literal(line(java, token), token.group(1) == null ? token.group(2) : token.group(1)));
    }

    private static int line(String java, MatchResult token) {
        return 1
                + (int) java.substring(0, token.start())
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
