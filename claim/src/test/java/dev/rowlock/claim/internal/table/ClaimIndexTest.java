package dev.rowlock.claim.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.TableShape;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClaimIndexTest {
    private static final List<Column> KEY = List.of(Shapes.column("id", "bigint"));
    private static final Column STATUS = Shapes.column("status", "varchar(16)");
    private static final Optional<Column> TIME = Optional.of(Shapes.column("available_at", "datetime"));

    private static Optional<String> chosen(Optional<Column> time, Index... indexes) {
        return ClaimIndex.choose(Shapes.table(Shapes.jobQueue(), indexes), KEY, STATUS, time)
                .map(Index::name);
    }

    @Test
    void fitsFilterAndOrder() {
        assertThat(chosen(TIME, Shapes.index("a", "status", "available_at", "id")))
                .contains("a");
    }

    @Test
    void theServerAddsTheKeyByItself() {
        assertThat(chosen(TIME, Shapes.index("a", "status", "available_at"))).contains("a");
        assertThat(chosen(Optional.empty(), Shapes.index("a", "status"))).contains("a");
    }

    @Test
    void namesDifferInCaseOnly() {
        assertThat(chosen(TIME, Shapes.index("a", "STATUS", "Available_At"))).contains("a");
    }

    @Test
    void withoutTheTimeOrInAnotherOrderRowsWouldBeSorted() {
        assertThat(chosen(TIME, Shapes.index("a", "status"))).isEmpty();
        assertThat(chosen(TIME, Shapes.index("a", "status", "id"))).isEmpty();
        assertThat(chosen(TIME, Shapes.index("a", "available_at", "status"))).isEmpty();
        assertThat(chosen(TIME, Shapes.index("a", "status", "attempts", "available_at")))
                .isEmpty();
        assertThat(chosen(Optional.empty(), Shapes.index("a", "status", "available_at", "id")))
                .isEmpty();
    }

    @Test
    void aColumnBetweenTimeAndKeyBreaksTies() {
        assertThat(chosen(TIME, Shapes.index("a", "status", "available_at", "attempts")))
                .isEmpty();
        assertThat(chosen(TIME, Shapes.index("a", "status", "available_at", "id", "attempts")))
                .contains("a");
    }

    @Test
    void theNarrowestOneIsTaken() {
        assertThat(chosen(
                        TIME,
                        Shapes.index("wide", "status", "available_at", "id", "payload"),
                        Shapes.index("narrow", "status", "available_at")))
                .contains("narrow");
    }

    @Test
    void hiddenPrefixedAndDescendingIndexesDoNotCount() {
        assertThat(chosen(TIME, new Index("a", List.of("status", "available_at", "id"), false)))
                .isEmpty();
    }

    @Test
    void aTimeThatIsPartOfTheKeyIsWantedOnce() {
        List<Column> key = List.of(TIME.orElseThrow(), KEY.get(0));
        TableShape shape = Shapes.table(Shapes.jobQueue(), Shapes.index("a", "status", "available_at", "id"));
        assertThat(ClaimIndex.choose(shape, key, STATUS, TIME).map(Index::name)).contains("a");
        assertThat(ClaimIndex.createStatement(TableName.of("t"), key, STATUS, TIME))
                .isEqualTo("CREATE INDEX `rowlock_claim` ON `t` (`status`, `available_at`, `id`)");
    }
}
