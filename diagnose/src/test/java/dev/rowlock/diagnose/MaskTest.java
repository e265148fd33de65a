package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Samples;
import dev.rowlock.diagnose.internal.statement.SqlMask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MaskTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "update t1 set a=5, b2 = 'x''y\\'z' where id in (1,2, -3) | update t1 set a=?, b2 = ? where id in (?,?, -?)",
                "select 1.5e-3, .5, 0xAB12, x'4D', N'n', _utf8'u' | select ?, ?, ?, x?, N?, _utf8?",
                "select \"secret\" from `table 9`                  | select ? from `table 9`",
                "/* batch user=7 */ delete from t -- why 5       | /*?*/ delete from t /*?*/",
                "insert into t values ('cut in the mid           | insert into t values (?",
                "select a.b1, @v2 from t2                        | select a.b1, @v2 from t2",
                "/*!50000 select */ 7                            | /*!50000 select */ ?"
            })
    void takesValuesAndLeavesNames(String sql, String masked) {
        assertThat(SqlMask.mask(sql)).isEqualTo(masked);
    }

    /** Under NO_BACKSLASH_ESCAPES a string ends at the quote behind a backslash; a newer server's comment may hold one quote alone. */
    @Test
    void takesValuesUnderEveryReading() {
        assertThat(SqlMask.mask("update t set path = 'C:\\' where name = 'secret'"))
                .doesNotContain("secret");
        assertThat(SqlMask.mask("select 'it\\'s secret' from t")).isEqualTo("select ? from t");
        assertThat(SqlMask.mask("update t /*!99999 don't */ set a = 'secret', b = 'x'"))
                .doesNotContain("secret");
    }

    @Test
    void takesNothingFromWhatIsRead() {
        DeadlockReader masking = new DeadlockReader(Sides.byComment(), SqlDisplay.MASKED);
        Deadlock deadlock = masking.read(Samples.text("A-m97")).get(0);
        assertThat(deadlock.transactions())
                .extracting(Transaction::sql)
                .containsExactly(
                        "update orders set amount=amount+? where id=?",
                        "/*?*/ update orders set status=? where id between ? and ? and status=?");
        assertThat(deadlock.transactions()).extracting(Transaction::side).containsExactly(Side.ONLINE, Side.BATCH);
    }

    @Test
    void leavesNoTraceOfAForgedComment() {
        DeadlockReader masking = new DeadlockReader(Sides.byComment(), SqlDisplay.MASKED);
        assertThat(masking.read(Samples.text("D-m97")).toString()).doesNotContain("WE ROLL BACK");
    }
}
