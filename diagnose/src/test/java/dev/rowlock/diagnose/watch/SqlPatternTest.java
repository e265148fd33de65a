package dev.rowlock.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.internal.statement.SqlPattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SqlPatternTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "update t set a=5 where id in (1, 2,-3) | update t set a=? where id in (...)",
                "update t set a=5 where id in ( 4,5 )   | update t set a=? where id in (...)",
                "insert into t values (1,'x'),(2,'y')   | insert into t values (...)",
                "/* run 7 */ delete from t where id=9 -- 3 | delete from t where id=?",
                "delete from t where id in (1,2,3,    | delete from t where id in (...)",
                "delete from t where id in (1,2       | delete from t where id in (...)",
                "update  t   set a = 'x'                | update t set a = ?",
                "select f(1) from t                     | select f(?) from t"
            })
    void statementsThatDifferInValuesOnlyAreOne(String sql, String form) {
        assertThat(SqlPattern.of(sql)).isEqualTo(form);
    }

    @Test
    void aLongOneIsCut() {
        assertThat(SqlPattern.of("select " + "a, ".repeat(1_000))).hasSizeLessThan(250);
    }
}
