package dev.rowlock.diagnose.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Digest texts as MySQL 9.7 and MariaDB 11.4 print them. */
final class SeenStatementTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT ( * ) FROM `t` WHERE STATUS = ? FOR UPDATE SKIP LOCKED",
                "SELECT `a` , SUM ( `b` ) FROM `t` GROUP BY `a` LIMIT ? FOR SHARE SKIP LOCKED",
                "SELECT DISTINCT `a` FROM `t` LIMIT ? FOR UPDATE SKIP LOCKED ",
                "SELECT `a` , MAX ( ( `b` ) ) FROM `t` HAVING `a` > ? FOR UPDATE SKIP LOCKED"
            })
    void seesAggregates(String text) {
        assertThat(new SeenStatement(text).aggregates()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT `id` , GREATEST ( COALESCE ( TOKEN , ? ) + ? , ? ) FROM `t` FORCE INDEX ( PRIMARY ) WHERE `id` IN (...) LIMIT ? FOR UPDATE SKIP LOCKED",
                "SELECT `count` , `sum` FROM `group` WHERE `id` = ? FOR UPDATE SKIP LOCKED",
                "SELECT `id` FROM `t` WHERE `v` = ( SELECT MAX ( `v` ) FROM `u` ) LIMIT ? FOR UPDATE SKIP LOCKED"
            })
    void takesOtherFunctionsAndNamesForNoAggregates(String text) {
        assertThat(new SeenStatement(text).aggregates()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT `j` . `id` FROM `jobs` `j` JOIN `customers` `c` ON `c` . `id` = `j` . `id` LIMIT ? FOR UPDATE SKIP LOCKED",
                "SELECT `j` . `id` FROM `jobs` `j` , `customers` `c` WHERE `c` . `id` = `j` . `id` LIMIT ? FOR UPDATE SKIP LOCKED",
                "SELECT * FROM `a` LEFT JOIN `b` USING ( `id` ) FOR UPDATE SKIP LOCKED"
            })
    void seesJoins(String text) {
        assertThat(new SeenStatement(text).joins()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT `id` , `a` FROM `jobs` WHERE STATUS = ? ORDER BY `available_at` , `id` LIMIT ? FOR UPDATE SKIP LOCKED",
                "SELECT `id` FROM `jobs` FORCE INDEX ( `a` , `b` ) WHERE `id` > ? LIMIT ?, ... FOR UPDATE SKIP LOCKED",
                "SELECT `j` . `id` FROM `jobs` `j` JOIN `c` ON `c` . `id` = `j` . `id` LIMIT ? FOR UPDATE OF `j` SKIP LOCKED",
                "SELECT `id` FROM `jobs` WHERE `c` IN ( SELECT `a` . `id` FROM `a` JOIN `b` ON ? ) LIMIT ? FOR UPDATE SKIP LOCKED",
                "SELECT `join` FROM `inner join` ORDER BY `a` , `b` LIMIT ? FOR UPDATE SKIP LOCKED"
            })
    void takesListsAndSubqueriesForNoJoins(String text) {
        assertThat(new SeenStatement(text).joins()).isFalse();
    }

    @Test
    void knowsWhetherTheRowsAreNamedByTheKey() {
        assertThat(bound("`id` = ?")).isTrue();
        assertThat(bound("`id` IN (...) AND STATUS = ?")).isTrue();
        assertThat(bound("STATUS = ? AND `t` . `id` BETWEEN ? AND ?")).isTrue();
        assertThat(bound("( `id` > ? ) AND ( `id` <= ? )")).isTrue();
        assertThat(bound("`id` > ?")).as("to the end of the table").isFalse();
        assertThat(bound("STATUS = ?")).isFalse();
        assertThat(bound("`customer_id` = ?")).isFalse();
        assertThat(new SeenStatement("SELECT * FROM `t` FOR UPDATE SKIP LOCKED").isBoundBy(List.of("id")))
                .isFalse();
        assertThat(new SeenStatement("SELECT * FROM `t` WHERE KEY = ? FOR UPDATE SKIP LOCKED")
                        .isBoundBy(List.of("key")))
                .as("a name that is a keyword has no backticks")
                .isTrue();
    }

    private static boolean bound(String condition) {
        return new SeenStatement("SELECT `id` FROM `t` WHERE " + condition + " ORDER BY `id` FOR UPDATE SKIP LOCKED")
                .isBoundBy(List.of("id", "b"));
    }

    @Test
    void seesUpdatesThatTestNothingButTheList() {
        assertThat(List.of(
                        "UPDATE `t` SET STATUS = ? WHERE `id` IN (...)",
                        "UPDATE `t` SET STATUS = ? WHERE `id` IN (...) ",
                        "UPDATE `s` . `t` `x` SET `a` = ? , `b` = ? WHERE `x` . `id` IN (...) LIMIT ?",
                        "UPDATE `t` SET `a` = ? WHERE ( `a` , `b` ) IN (...)",
                        "UPDATE `t` SET `a` = ? WHERE ( `id` IN (...) )"))
                .allMatch(text -> new SeenStatement(text).updatesByListAlone());
        assertThat(List.of(
                        "UPDATE `t` SET STATUS = ? WHERE `id` IN (...) AND STATUS = ?",
                        "UPDATE `t` SET STATUS = ? WHERE STATUS = ? AND `id` IN (...)",
                        "UPDATE `t` SET STATUS = ? WHERE `id` NOT IN (...)",
                        "UPDATE `t` SET STATUS = ? WHERE `id` = ?",
                        "UPDATE `t` SET `a` = ? WHERE ( `id` IN (...) ) AND ( STATUS = ? )",
                        "UPDATE `t` SET `a` = `b` IN (...) WHERE `id` = ?"))
                .noneMatch(text -> new SeenStatement(text).updatesByListAlone());
    }

    @Test
    void readsTheTable() {
        assertThat(new SeenStatement("SELECT * FROM `a``b` WHERE ?").table()).isEqualTo("a`b");
        assertThat(new SeenStatement("SELECT * FROM `s` . `t` WHERE ?").table()).isEqualTo("t");
        assertThat(new SeenStatement("SELECT ? FOR UPDATE").table()).isEmpty();
    }
}
