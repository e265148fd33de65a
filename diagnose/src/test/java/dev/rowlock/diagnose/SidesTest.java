package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Samples;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SidesTest {
    private static final String UPDATE = "update orders set amount=amount+1 where id=2";

    @Test
    void theConnectionIsSurerThanTheAccountAndTheAccountThanTheStatement() {
        Sides sides = Sides.builder()
                .connections(Side.BATCH, Set.of(7L))
                .account(Side.ONLINE, "app")
                .account(Side.BATCH, "Nightly@localhost")
                .statement(Side.BATCH, Pattern.compile("amount\\+1"))
                .build();
        assertThat(sides.of(7L, "app@localhost", UPDATE)).isEqualTo(Side.BATCH);
        assertThat(sides.of(8L, "app@localhost", UPDATE)).isEqualTo(Side.ONLINE);
        assertThat(sides.of(8L, "nightly@LOCALHOST", null)).isEqualTo(Side.BATCH);
        assertThat(sides.of(8L, "nightly@elsewhere", null)).isEqualTo(Side.UNKNOWN);
        assertThat(sides.of(null, null, UPDATE)).isEqualTo(Side.BATCH);
        assertThat(sides.of(null, null, null)).isEqualTo(Side.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "/* rowlock shard 3 */ update t set a=1 | BATCH",
                "/* batch */ update t set a=1           | BATCH",
                "update /*batch:7*/ t set a=1           | BATCH",
                "update t set a=1 /* Online checkout */ | ONLINE",
                "update t set a='/* batch */'           | UNKNOWN",
                "update batch set a=1                   | UNKNOWN",
                "/* batches */ update t set a=1         | UNKNOWN"
            })
    void aCommentNamesASide(String sql, Side side) {
        assertThat(Sides.byComment().of(null, null, sql)).isEqualTo(side);
    }

    @Test
    void whoMeetsABatchIsOnline() {
        assertThat(sidesOf("A-m97", Sides.byComment())).containsExactly(Side.ONLINE, Side.BATCH);
        assertThat(sidesOf("G2-m97", Sides.byComment())).containsExactly(Side.UNKNOWN, Side.UNKNOWN);
        Sides byIndex = Sides.builder()
                .statement(Side.BATCH, Pattern.compile("(?i)force index"))
                .build();
        assertThat(sidesOf("G2-m97", byIndex)).containsExactly(Side.BATCH, Side.ONLINE);
        Sides byId = Sides.builder().connections(Side.BATCH, Set.of(92L)).build();
        assertThat(sidesOf("G2-m97", byId)).containsExactly(Side.ONLINE, Side.BATCH);
    }

    @Test
    void theOrderOfLocksIsToldBySide() {
        Sides byIndex = Sides.builder()
                .statement(Side.BATCH, Pattern.compile("(?i)force index"))
                .build();
        Deadlock deadlock = new DeadlockReader(byIndex, SqlDisplay.AS_PRINTED)
                .read(Samples.text("G2-m97"))
                .get(0);
        assertThat(deadlock.lockOrder()).isEqualTo("batch: k_status -> PRIMARY; online: PRIMARY -> k_status");
        assertThat(deadlock.victimSide()).isEqualTo(Side.BATCH);
    }

    private static List<Side> sidesOf(String sample, Sides sides) {
        return new DeadlockReader(sides, SqlDisplay.AS_PRINTED)
                .read(Samples.text(sample)).get(0).transactions().stream()
                        .map(Transaction::side)
                        .toList();
    }
}
