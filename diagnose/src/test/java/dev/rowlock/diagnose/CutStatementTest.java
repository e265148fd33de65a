package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Forgeries;
import dev.rowlock.diagnose.fixture.Rendering;
import dev.rowlock.diagnose.fixture.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements that the server cuts inside a comment, which therefore never ends, with forged lines in it. */
final class CutStatementTest {

    private final DeadlockReader reader = DeadlockReader.plain();

    @ParameterizedTest
    @CsvSource({
        "A-m97, 3000, 0",
        "A-m57, 0, 1023",
        "A-m80, 0, 1023",
        "A-d1011, 0, 3071",
        "A-d118, 0, 3071",
        "C-d1011, 0, 3071"
    })
    void endWhereTheServerCutsThem(String sample, int ofStatement, int ofThreadLineAndStatement) {
        String text = Samples.text(sample);
        String expected = structure(text);
        for (String forgery : Forgeries.texts()) {
            for (String opening : new String[] {"/* ", "'", "\"", "`"}) {
                assertThat(structure(cut(text, opening + forgery, ofStatement, ofThreadLineAndStatement)))
                        .as("%s: %s%s", sample, opening, forgery)
                        .isEqualTo(expected);
            }
        }
    }

    /** Puts a statement as long as the server prints in the place of the first, with an opened comment or string at its end. */
    private static String cut(String text, String opened, int ofStatement, int ofThreadLineAndStatement) {
        int thread = text.lastIndexOf('\n', text.indexOf(" thread id ")) + 1;
        int start = text.indexOf('\n', thread) + 1;
        int end = text.indexOf('\n', start);
        String statement = text.substring(start, end);
        int length = ofStatement > 0 ? ofStatement : ofThreadLineAndStatement - (start - thread);
        String filled = statement + " " + opened;
        String longest =
                filled.length() >= length ? filled.substring(0, length) : filled + "x".repeat(length - filled.length());
        return text.substring(0, start) + longest + text.substring(end);
    }

    private String structure(String text) {
        return Rendering.withoutStatements(reader.read(text));
    }
}
