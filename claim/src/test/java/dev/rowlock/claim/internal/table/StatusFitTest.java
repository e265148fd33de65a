package dev.rowlock.claim.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Column;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatusFitTest {
    @ParameterizedTest
    @CsvSource({
        "tinyint, -128, 127",
        "tinyint unsigned, 0, 255",
        "smallint, -32768, 32767",
        "smallint unsigned, 0, 65535",
        "mediumint, -8388608, 8388607",
        "mediumint unsigned, 0, 16777215",
        "int, -2147483648, 2147483647",
        "int unsigned, 0, 4294967295",
        "bigint, -9223372036854775808, 9223372036854775807",
        "bigint unsigned, 0, 9223372036854775807"
    })
    void numbersFitTheirColumnsRange(String type, long least, long largest) {
        Column status = Shapes.column("state", type);
        assertThat(StatusFit.problem(status, Long.toString(least))).isEmpty();
        assertThat(StatusFit.problem(status, Long.toString(largest))).isEmpty();
        assertThat(StatusFit.bound(status, Long.toString(largest))).isEqualTo(largest);
        if (largest < Long.MAX_VALUE) {
            assertThat(StatusFit.problem(status, Long.toString(largest + 1)))
                    .contains("status value " + (largest + 1) + " is outside the range of column state " + type);
        }
        if (least > Long.MIN_VALUE) {
            assertThat(StatusFit.problem(status, Long.toString(least - 1))).isPresent();
        }
    }

    @Test
    void aWordForAColumnOfNumbersIsRefusedWithWhatToDo() {
        Column status = Shapes.column("state", "tinyint");
        assertThat(StatusFit.problem(status, "ready").orElseThrow())
                .isEqualTo("status column state is tinyint, and 'ready' is not a whole number:"
                        + " name the numbers for ready, processing, done and dead");
        assertThatThrownBy(() -> StatusFit.bound(status, "1.0")).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void textIsMeasuredInCharacters() {
        Column status = Shapes.column("state", "varchar(3)");
        assertThat(StatusFit.problem(status, "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00"))
                .isEmpty();
        assertThat(StatusFit.problem(status, "done"))
                .contains("status value 'done' is longer than column state varchar(3)");
        assertThat(StatusFit.bound(status, "7")).isEqualTo("7");
    }

    @Test
    void anEnumHasToKnowTheValue() {
        Column status = Shapes.column("state", "enum('ready','it''s','done')");
        assertThat(StatusFit.problem(status, "READY")).isEmpty();
        assertThat(StatusFit.problem(status, "it's")).isEmpty();
        assertThat(StatusFit.problem(status, "dead").orElseThrow())
                .isEqualTo("status value 'dead' is not one of enum('ready','it''s','done') of column state");
    }
}
