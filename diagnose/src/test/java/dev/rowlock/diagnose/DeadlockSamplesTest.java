package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Rendering;
import dev.rowlock.diagnose.fixture.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DeadlockSamplesTest {
    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void readsWhatAPersonReads(String sample) {
        assertThat(Rendering.of(DeadlockReader.plain().read(Samples.text(sample))))
                .isEqualTo(Samples.expected(sample));
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void keepsNothingOfTheRowsThatWereDumped(String sample) {
        String everything = DeadlockReader.plain().read(Samples.text(sample)).toString();
        assertThat(everything).doesNotContain("hex ").doesNotContain(";;").doesNotContain("n_fields");
    }

    @ParameterizedTest
    @MethodSource("dev.rowlock.diagnose.fixture.Samples#names")
    void readsTheSameFromWindowsLineBreaksIndentedTextAndTheBatchModeOfTheClient(String sample) {
        String text = Samples.text(sample);
        String expected = structure(text);
        assertThat(structure(text.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(structure(text.indent(4))).isEqualTo(expected);
        if (text.contains("\nLATEST DETECTED DEADLOCK\n")) {
            assertThat(structure(text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")))
                    .isEqualTo(expected);
        }
    }

    private static String structure(String text) {
        return Rendering.withoutStatements(DeadlockReader.plain().read(text));
    }
}
