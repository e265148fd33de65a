package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerVersionTest {
    @ParameterizedTest
    @CsvSource({
        "8.0.31, 8, 0, 31",
        "9.7.4-2, 9, 7, 4",
        "8.0.36-28.1, 8, 0, 36",
        "8.0, 8, 0, 0",
        "11.4.5-MariaDB-log, 11, 4, 5",
        "5.5.5-10.11.6-MariaDB-log, 10, 11, 6",
        "10.11.19-MariaDB-0+deb12u1-log, 10, 11, 19",
        "5.5.5, 5, 5, 5",
        "5.7.25-TiDB-v6.1.0, 5, 7, 25"
    })
    void readsWhatServersPrint(String text, int major, int minor, int patch) {
        assertThat(ServerVersion.parse(text)).isEqualTo(new ServerVersion(major, minor, patch, text));
        assertThat(ServerVersion.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MariaDB", "8", "99999999999.0.1"})
    void refusesWhatIsNoVersion(String text) {
        assertThatThrownBy(() -> ServerVersion.parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("cannot read the server's version: " + text);
    }

    @Test
    void comparesNumberByNumber() {
        ServerVersion version = ServerVersion.parse("10.6.3");
        assertThat(version.atLeast(10, 6, 3)).isTrue();
        assertThat(version.atLeast(10, 6, 2)).isTrue();
        assertThat(version.atLeast(10, 5, 9)).isTrue();
        assertThat(version.atLeast(9, 9, 9)).isTrue();
        assertThat(version.atLeast(10, 6, 4)).isFalse();
        assertThat(version.atLeast(10, 7, 0)).isFalse();
        assertThat(version.atLeast(11, 0, 0)).isFalse();
    }
}
