package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdentifierTest {
    @Test
    void isQuotedInBackticksWithItsOwnDoubled() {
        assertThat(new Identifier("plain").quoted()).isEqualTo("`plain`");
        assertThat(new Identifier("a`b").quoted()).isEqualTo("`a``b`");
        assertThat(new Identifier("`").quoted()).isEqualTo("````");
        assertThat(new Identifier("x` SET v = 1; --").quoted()).isEqualTo("`x`` SET v = 1; --`");
    }

    @Test
    void printsAsItIs() {
        assertThat(new Identifier("a`b")).hasToString("a`b");
    }

    @Test
    void has64CharactersAtMost() {
        assertThat(new Identifier("x".repeat(64)).name()).hasSize(64);
        assertThat(new Identifier("ü".repeat(64)).name()).hasSize(64); // characters, not bytes
        assertRefused("x".repeat(65), "has more than 64 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a ", "a  "})
    void mustNotEndInASpace(String name) {
        assertRefused(name, "ends in a space");
    }

    @Test
    void mustNotBeEmpty() {
        assertRefused("", "must not be empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\0", "a\uD83D\uDE00b", "\uD83D", "\uDE00"})
    void mustNotHoldNulOrCharactersBeyondTheBasicPlane(String name) {
        assertRefused(name, "NUL or beyond U+FFFF");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{fn x}", "a{ FN y}b", "{ts '2020-01-01'}", "{d x}", "{call x}", "{oj\nx}", "{?= call x}"})
    void mustNotHoldAJdbcEscape(String name) {
        assertRefused(name, "JDBC escape");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "}", "{}", "{x}", "a{b}c", "{fn", "fn}", "{fnord}", "} {d"})
    void mayHoldOtherBraces(String name) {
        assertThat(new Identifier(name).name()).isEqualTo(name);
    }

    @Test
    void aMessageShowsTheBeginningOfALongNameAndNoNul() {
        assertThatThrownBy(() -> new Identifier("x".repeat(1_000)))
                .hasMessageContaining("x".repeat(80) + "...")
                .hasMessageNotContaining("x".repeat(81));
        assertThatThrownBy(() -> new Identifier("a\0b"))
                .hasMessageContaining("a?b")
                .hasMessageNotContaining("\0");
    }

    private static void assertRefused(String name, String message) {
        assertThatThrownBy(() -> new Identifier(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(message);
    }
}
