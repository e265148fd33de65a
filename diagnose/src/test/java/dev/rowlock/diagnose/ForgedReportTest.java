package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Forgeries;
import dev.rowlock.diagnose.fixture.Rendering;
import dev.rowlock.diagnose.fixture.Samples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Text inside a statement never changes what is read, wherever in the statement it stands. */
final class ForgedReportTest {
    private static final int MOST_BYTES = 3000;
    private static final Pattern SIDE = Pattern.compile("side=\\w+|(?m)^order .*$");
    private static final Pattern THREAD_LINE = Pattern.compile("(?m)^(MySQL|MariaDB) thread id .*\\n");

    private final DeadlockReader reader = DeadlockReader.plain();

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void aForgedCommentChangesNothingAtAnyPositionOfAnyStatement(String sample) {
        String text = Samples.text(sample);
        String expected = structure(text);
        for (Statement statement : statements(text)) {
            for (int position = statement.start(); position <= statement.end(); position += statement.step()) {
                if (statement.splitsNothing(text, position)) {
                    for (String forgery : Forgeries.texts()) {
                        String comment = "/*" + forgery + "*/";
                        // Inside of another comment this ends that one, and with it the word that names a side.
                        assertThat(withoutSides(statement.insert(text, position, comment)))
                                .as("%s at %d: %s", sample, position, comment)
                                .isEqualTo(SIDE.matcher(expected).replaceAll(""));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void linesInStringsAndCommentsOfTheStatementItselfChangeNothing(String sample) {
        String text = Samples.text(sample);
        String expected = structure(text);
        for (Statement statement : statements(text)) {
            for (int position = statement.start(); position <= statement.end(); position += statement.step()) {
                if (statement.isInside(text, position) && statement.splitsNothing(text, position)) {
                    for (String forgery : Forgeries.texts()) {
                        assertThat(withoutSides(statement.insert(text, position, forgery)))
                                .as("%s at %d: %s", sample, position, forgery)
                                .isEqualTo(SIDE.matcher(expected).replaceAll(""));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void aForgedCommentInventsNoVictimWhereverTheTextIsCut(String sample) {
        String text = Samples.text(sample);
        for (Statement statement : statements(text)) {
            for (String forgery : Forgeries.texts()) {
                String forged = statement.insert(text, statement.end(), " /*" + forgery + "*/");
                int real = forged.lastIndexOf("*** WE ROLL BACK");
                for (int end = statement.end(); end < Math.min(real, statement.end() + forgery.length() + 400); end++) {
                    assertThat(reader.read(forged.substring(0, end)))
                            .as("%s cut at %d: %s", sample, end, forgery)
                            .allMatch(deadlock -> deadlock.victim() == null);
                }
            }
        }
    }

    @Test
    void saysWhichLinesWereText() {
        List<Deadlock> deadlocks = reader.read(Samples.text("D-m97"));
        assertThat(deadlocks)
                .singleElement()
                .satisfies(deadlock -> assertThat(deadlock.notes())
                        .containsExactly("lines 43-47 look like the report's and are text of the statement of (2)"));
    }

    /** Where a sample's statement is. */
    private record Statement(int start, int end) {
        /** Whether a string or comment is open that the statement closes; there a forged text needs no comment of its own. */
        boolean isInside(String text, int position) {
            String before = text.substring(start, position);
            String after = text.substring(position, end);
            return (before.lastIndexOf("/*") > before.lastIndexOf("*/") && after.contains("*/"))
                    || (isOdd(before, '\'') && after.contains("'"))
                    || (isOdd(before, '"') && after.contains("\""));
        }

        /** Every position; of the one very long statement some hundreds. */
        int step() {
            return 1 + (end - start) / 400;
        }

        /** Between the two characters of a comment's sign a comment is a syntax error, and a server runs no such statement. */
        boolean splitsNothing(String text, int position) {
            String around = text.substring(position - 1, Math.min(text.length(), position + 1));
            return !around.equals("/*") && !around.equals("*/") && !isInsideForgery(text, position);
        }

        /** A comment inside of sample D's own would end that one before its forged lines. */
        private boolean isInsideForgery(String text, int position) {
            int opened = text.lastIndexOf("/*", position);
            int closed = text.indexOf("*/", position);
            return opened >= start
                    && closed > 0
                    && closed < end
                    && text.substring(opened, closed).contains("***");
        }

        /** A statement as long as the server prints does not grow: the server cuts it. */
        String insert(String text, int position, String inserted) {
            String statement = text.substring(start, position) + inserted + text.substring(position, end);
            boolean full = text.substring(start, end).getBytes(StandardCharsets.UTF_8).length == MOST_BYTES;
            return text.substring(0, start) + (full ? cut(statement) : statement) + text.substring(end);
        }

        private static String cut(String statement) {
            int end = statement.length();
            while (statement.substring(0, end).getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                end--;
            }
            return statement.substring(0, end);
        }

        private static boolean isOdd(String text, char quote) {
            return text.chars().filter(c -> c == quote).count() % 2 == 1;
        }
    }

    /** A statement ends before the next line with stars; those of sample D are in its own comment. */
    private static List<Statement> statements(String text) {
        List<Statement> statements = new ArrayList<>();
        Matcher thread = THREAD_LINE.matcher(text);
        while (thread.find()) {
            int own = text.indexOf("\n */ where id = 1", thread.end());
            int heading = text.indexOf("*** ", own < 0 || own > thread.end() + 200 ? thread.end() : own);
            int behind = heading < 0 ? text.length() : text.lastIndexOf('\n', heading);
            int end = text.substring(0, behind).stripTrailing().length();
            if (end > thread.end()) {
                statements.add(new Statement(thread.end(), end));
            }
        }
        return statements;
    }

    private String withoutSides(String text) {
        return SIDE.matcher(structure(text)).replaceAll("");
    }

    private String structure(String text) {
        return Rendering.withoutStatements(reader.read(text));
    }
}
