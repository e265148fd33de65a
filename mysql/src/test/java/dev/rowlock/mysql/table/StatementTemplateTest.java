package dev.rowlock.mysql.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class StatementTemplateTest {
    @Test
    void putsEveryPieceInItsPlace() {
        assertThat(StatementTemplate.fill(
                        "SELECT {key} FROM {table} WHERE {key} > ?", Map.of("{key}", "`id`", "{table}", "`t`")))
                .isEqualTo("SELECT `id` FROM `t` WHERE `id` > ?");
    }

    @Test
    void leavesWhatItDoesNotKnowForLater() {
        assertThat(StatementTemplate.fill("{table} {keys} {Not} {}", Map.of("{table}", "`t`")))
                .isEqualTo("`t` {keys} {Not} {}");
    }

    /** Names are the user's: they may look like a placeholder or like a reference to a group. */
    @Test
    void readsAPieceNotAgain() {
        assertThat(StatementTemplate.fill("{table} {status}", Map.of("{table}", "`{status}`", "{status}", "`$1\\`")))
                .isEqualTo("`{status}` `$1\\`");
    }
}
