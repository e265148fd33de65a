package dev.rowlock.claim.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.IndexUse;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LostGuarantee;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.claim.StatusValues;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Column.WrittenBy;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.TableShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a layout makes of a table, and every refusal with the statement that mends it. */
final class LayoutResolverTest {
    private static final Index KEY = Shapes.primary("id");
    private static final Index ORDER = Shapes.index("queue_order", "status", "available_at", "id");
    private static final TableLayout USUAL = TableLayout.of("job_queue");

    private static TableLayout.Builder layout() {
        return TableLayout.builder(TableName.of("job_queue"));
    }

    private static ResolvedTable resolve(TableLayout layout, List<Column> columns) {
        return LayoutResolver.resolve(layout, Shapes.table(columns, KEY, ORDER));
    }

    private static void refuses(TableLayout layout, TableShape shape, String... parts) {
        assertThatThrownBy(() -> LayoutResolver.resolve(layout, shape))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(parts);
    }

    private static void refuses(TableLayout layout, List<Column> columns, String... parts) {
        refuses(layout, Shapes.table(columns, KEY, ORDER), parts);
    }

    @Test
    void findsTheColumnsOfTheUsualNames() {
        ResolvedTable table = resolve(USUAL, Shapes.jobQueue(Shapes.column("comment", "text")));
        assertThat(table.name()).hasToString("shop.job_queue");
        assertThat(table.claimIndexOrNull()).isEqualTo("queue_order");
        assertThat(table.columns().keySet())
                .containsExactlyInAnyOrder(
                        ColumnRole.STATUS,
                        ColumnRole.AVAILABLE_AT,
                        ColumnRole.LEASE_UNTIL,
                        ColumnRole.ATTEMPTS,
                        ColumnRole.PAYLOAD);
        assertThat(table.states())
                .containsEntry(LeaseState.READY, "ready")
                .containsEntry(LeaseState.PROCESSING, "processing")
                .containsEntry(LeaseState.DONE, "done")
                .containsEntry(LeaseState.DEAD, "dead");
        assertThat(table.keepsAttemptLimit()).isTrue();
        assertThat(table.tellsClaimsApart()).isFalse();
    }

    @Test
    void takesOtherColumnsAndLeavesOutWhatItIsTold() {
        ResolvedTable table = resolve(
                layout().column(ColumnRole.CLAIMED_AT, "TAKEN")
                        .without(ColumnRole.ATTEMPTS)
                        .build(),
                Shapes.jobQueue(Shapes.column("taken", "timestamp(6)")));
        assertThat(table.column(ColumnRole.CLAIMED_AT).orElseThrow().name()).hasToString("taken");
        assertThat(table.has(ColumnRole.ATTEMPTS)).isFalse();
        assertThat(table.tellsClaimsApart()).isTrue();
    }

    @Test
    void aDeadStateIsUsedWhereItFitsAndRequiredWhereItWasNamed() {
        List<Column> columns = Shapes.jobQueue();
        columns.set(2, Shapes.column("status", "enum('ready','processing','done')"));
        ResolvedTable table = resolve(USUAL, columns);
        assertThat(table.states()).doesNotContainKey(LeaseState.DEAD);
        assertThat(table.keepsAttemptLimit()).isFalse();
        refuses(
                layout().status(StatusValues.usual()).build(),
                columns,
                "shop.job_queue: status value 'dead' is not one of enum('ready','processing','done')");
    }

    @Test
    void aDoneStateIsNotNeededWhereRowsAreDeleted() {
        List<Column> columns = Shapes.jobQueue();
        columns.set(2, Shapes.column("status", "enum('ready','processing')"));
        refuses(USUAL, columns, "status value 'done' is not one of");
        assertThat(resolve(layout().onComplete(OnComplete.DELETE).build(), columns)
                        .states())
                .containsOnlyKeys(LeaseState.READY, LeaseState.PROCESSING);
    }

    @Test
    void refusesViews() {
        refuses(
                USUAL,
                new TableShape("shop", "VIEW", "", Shapes.jobQueue(), List.of()),
                "shop.job_queue is a view",
                "name that table");
    }

    @Test
    void refusesEnginesWithoutRowLocks() {
        refuses(
                USUAL,
                new TableShape("shop", "BASE TABLE", "MyISAM", Shapes.jobQueue(), List.of(KEY)),
                "uses the engine MyISAM",
                "ALTER TABLE `shop`.`job_queue` ENGINE = InnoDB");
    }

    @Test
    void refusesTablesWithoutAPrimaryKey() {
        refuses(
                USUAL,
                Shapes.table(Shapes.jobQueue(), ORDER),
                "has no primary key",
                "ALTER TABLE `shop`.`job_queue` ADD COLUMN `id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY");
        refuses(
                USUAL,
                Shapes.table(Shapes.jobQueue(), new Index("PRIMARY", List.of("id"), false), ORDER),
                "primary key with prefix lengths or descending parts");
    }

    @Test
    void refusesKeysThatDoNotCompareExactly() {
        List<Column> columns = Shapes.jobQueue();
        columns.set(0, Shapes.column("id", "double"));
        refuses(USUAL, columns, "key column id of type double", "supported are whole numbers");
    }

    @Test
    void refusesTablesWithoutAStatus() {
        List<Column> columns = Shapes.jobQueue();
        columns.remove(2);
        refuses(USUAL, columns, "has no column status", "It has: id, payload, available_at, lease_until, attempts");
    }

    @Test
    void refusesColumnsThatAreNotThere() {
        refuses(
                layout().column(ColumnRole.OWNER, "worker").build(),
                Shapes.jobQueue(),
                "shop.job_queue has no column worker. It has: id, payload");
    }

    @Test
    void refusesTypesThatDoNotFitTheirRole() {
        refuses(
                USUAL,
                Shapes.jobQueue(Shapes.column("token", "varchar(64)")),
                "column token of type varchar(64), but token needs a whole number; name another column for it, or none");
        refuses(USUAL, Shapes.jobQueue(Shapes.column("owner", "bigint")), "owner needs text");
        refuses(USUAL, Shapes.jobQueue(Shapes.column("claimed_at", "date")), "claimed_at needs DATETIME or TIMESTAMP");
    }

    @Test
    void refusesColumnsTheServerWrites() {
        Column computed =
                new Column(new Identifier("owner"), "varchar", "varchar(9)", true, 9L, 0, "utf8mb4", WrittenBy.SERVER);
        refuses(USUAL, Shapes.jobQueue(computed), "computes the column owner itself");
        Column touched = new Column(
                new Identifier("claimed_at"), "timestamp", "timestamp", false, null, 0, null, WrittenBy.EVERY_UPDATE);
        refuses(
                USUAL,
                Shapes.jobQueue(touched),
                "column claimed_at that every UPDATE of a row sets to the current time",
                "ALTER TABLE `shop`.`job_queue` MODIFY `claimed_at` timestamp NOT NULL");
    }

    @Test
    void refusesOneColumnForTwoRoles() {
        refuses(
                layout().column(ColumnRole.CLAIMED_AT, "lease_until").build(),
                Shapes.jobQueue(),
                "the column lease_until cannot be both lease_until and claimed_at");
    }

    /** The claim would change which row it is. */
    @Test
    void refusesToWriteIntoTheKey() {
        refuses(
                USUAL,
                Shapes.table(Shapes.jobQueue(), Shapes.primary("status", "id"), ORDER),
                "status is the column status of the primary key");
        ResolvedTable timed = LayoutResolver.resolve(
                USUAL, Shapes.table(Shapes.jobQueue(), Shapes.primary("available_at", "id"), ORDER));
        assertThat(timed.claimIndexOrNull()).isEqualTo("queue_order");
    }

    @Test
    void refusesStatesThatAreOneNumber() {
        List<Column> columns = Shapes.jobQueue();
        columns.set(2, Shapes.column("status", "int"));
        refuses(
                layout().status(new StatusValues("1", "01", "2", null)).build(),
                columns,
                "two states are the same number in column status: ready=1, processing=01, done=2");
    }

    @Test
    void refusesTablesWithoutAFittingIndexUnlessAScanIsAllowed() {
        TableShape shape = Shapes.table(Shapes.jobQueue(), KEY, Shapes.index("by_status", "status"));
        refuses(
                USUAL,
                shape,
                "has no index that gives ready rows in the order of the claim (A4)",
                "CREATE INDEX `rowlock_claim` ON `shop`.`job_queue` (`status`, `available_at`, `id`)",
                "or allow reading along the primary key (scan)");
        assertThat(LayoutResolver.resolve(
                                layout().indexUse(IndexUse.SCAN_ALLOWED).build(), shape)
                        .claimIndexOrNull())
                .isNull();
    }

    @Test
    void tellsWhatIsLostWithEachMissingColumn() {
        List<Column> columns = List.of(Shapes.column("id", "bigint"), Shapes.column("status", "int"));
        ResolvedTable bare = LayoutResolver.resolve(
                layout().status(new StatusValues("0", "1", "2", null)).build(),
                Shapes.table(columns, KEY, Shapes.index("by_status", "status")));
        assertThat(bare.lost())
                .extracting(LostGuarantee::because)
                .contains(
                        "no lease_until and no claimed_at column",
                        "no token column",
                        "no attempts column",
                        "no available_at column",
                        "no last_error column",
                        "no owner column");
        assertThat(bare.lost())
                .extracting(LostGuarantee::remedy)
                .contains(
                        "ALTER TABLE `shop`.`job_queue` ADD COLUMN `lease_until` DATETIME(6) NULL",
                        "ALTER TABLE `shop`.`job_queue` ADD COLUMN `token` BIGINT NULL");
        assertThat(resolve(
                                USUAL,
                                Shapes.jobQueue(
                                        Shapes.column("token", "bigint"),
                                        Shapes.column("owner", "varchar(50)"),
                                        Shapes.column("last_error", "varchar(500)")))
                        .lost())
                .isEmpty();
    }
}
