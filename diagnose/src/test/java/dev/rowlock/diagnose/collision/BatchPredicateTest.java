package dev.rowlock.diagnose.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BatchPredicateTest {
    @Test
    void parametersBecomeQuestionMarksInOrder() {
        BatchPredicate predicate = new BatchPredicate(
                "a < :to AND b = ':no' AND `:x` > :from AND c < :to", Map.of("to", "9", "from", "1"));
        assertThat(predicate.marked()).isEqualTo("a < ? AND b = ':no' AND `:x` > ? AND c < ?");
        assertThat(predicate.values()).isEqualTo(List.of("9", "1", "9"));
    }

    @Test
    void commentsDoNotSwallowWhatFollows() {
        assertThat(BatchPredicate.of("a = 1 -- and nothing else").marked()).isEqualTo("a = 1");
        assertThat(BatchPredicate.of("a /* ) */ = 1 # (").marked()).isEqualTo("a   = 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " /* x */ ",
                "a = 'x",
                "a = `x",
                "a = 1 /* x",
                "a = 1)",
                "(a = 1",
                "a = 1) OR (b = 2",
                "a = 1; DELETE FROM t",
                "a = ?",
                "a = :x",
                "a IN (SELECT id FROM t FOR UPDATE)",
                "a IN (SELECT id FROM t for  share)",
                "a IN (SELECT id FROM t LOCK IN SHARE MODE)"
            })
    void whatCouldNotStandInParenthesesIsRefused(String sql) {
        assertThatThrownBy(() -> BatchPredicate.of(sql)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void aValueThatNobodyAsksForIsAMistake() {
        assertThatThrownBy(() -> new BatchPredicate("a = :x", Map.of("x", "1", "y", "2")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("y");
    }
}
