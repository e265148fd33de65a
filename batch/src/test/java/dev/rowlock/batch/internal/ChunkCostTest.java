package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a chunk costs the server besides its rows, pinned: isolation level, look, lock, change, ledger, checkpoint, commit. A look that finds the shard's end, or that is
 * the first for a while, asks for the key; on MySQL the lock wait timeout of a change is set and put back.
 */
@EachServer
final class ChunkCostTest {
    private static final int KEY = 1;

    /** In words of its own, so that the server counts it apart from online traffic's (decision 30). */
    private static final int COMMIT = 1;

    @Test
    void aChunkOfFiveHundredRowsIsFiveStatementsTheKeysQuestionAndACommit(TestDatabase database) {
        Orders.create(database, 2_000);
        ChunkBench bench = ChunkBench.take(database, Orders.counting());
        costs(
                database,
                5 + KEY + waits(database),
                () -> assertThat(bench.scan(5_000, 500).touched()).isEqualTo(500));
        costs(
                database,
                5 + KEY + waits(database),
                () -> assertThat(bench.scan(5_000, 500).touched()).isEqualTo(500));
    }

    @Test
    void rowsThatWereHeldCostOneMore(TestDatabase database) throws SQLException {
        Orders.create(database, 700);
        ChunkBench bench = ChunkBench.take(database, Orders.counting());
        try (Connection online = ChunkBench.connect(database)) {
            online.createStatement().execute("UPDATE orders SET note = 'mine' WHERE id BETWEEN 1 AND 60");
            costs(
                    database,
                    6 + KEY + waits(database),
                    () -> assertThat(bench.scan(5_000, 500).touched()).isEqualTo(427));
            // The list, the lock, whether they still match, and the checkpoint.
            database.resetCounts();
            bench.round(500);
            assertThat(database.statements()).isEqualTo(1 + 4 + 1 + 2 + KEY + 2 * (waits(database) + COMMIT));
            online.rollback();
        }
        database.resetCounts();
        bench.round(500);
        // The list, the lock, the change, crossed off, the checkpoint; then nothing is left.
        assertThat(database.statements()).isEqualTo(1 + 5 + 1 + 2 + KEY + 2 * (waits(database) + COMMIT));
        assertThat(bench.shard().counts().changed()).isEqualTo(467);
    }

    @Test
    void aChunkWithoutAMatchLocksNothing(TestDatabase database) {
        Orders.create(database, 700);
        database.execute("UPDATE orders SET status = 'PAID'");
        ChunkBench bench = ChunkBench.take(database, Orders.counting());
        costs(
                database,
                3 + KEY + waits(database),
                () -> assertThat(bench.scan(500, 500).touched()).isZero());
    }

    @Test
    void anArchiveIsOneStatementMore(TestDatabase database) {
        Orders.create(database, 700);
        database.execute("CREATE TABLE archive LIKE orders");
        ChunkBench bench = ChunkBench.take(database, Orders.plan(new Action.Archive(TableName.of("archive"))));
        costs(
                database,
                6 + KEY + waits(database),
                () -> assertThat(bench.scan(5_000, 200).touched()).isEqualTo(200));
    }

    /** A list that is too long for a server's range optimizer would read, and wait for, the whole table (facts 1.4). */
    @Test
    void noStatementNamesMoreThanFiveHundredRows(TestDatabase database) {
        Orders.create(database, 3_000);
        List<Integer> parameters = new ArrayList<>();
        ChunkBench bench = ChunkBench.take(
                Connections.to(database)
                        .watched((statement, connection) ->
                                parameters.add(statement.parameters().size())),
                Orders.counting());
        parameters.clear();
        assertThat(bench.scan(5_000, 1_600).touched()).isEqualTo(1_600);
        assertThat(parameters)
                .hasSize(1 + 2 + 4 + 1 + 1 + KEY + waits(database))
                .allSatisfy(number -> assertThat(number).isLessThanOrEqualTo(501));
    }

    /** A driver that counts rows whose values changed would call the others changed by others (facts 3.7). */
    @Test
    void rowsThatHadTheirNewValuesAlreadyCountAsChanged(TestDatabase database) {
        Orders.create(database, 100);
        database.execute("UPDATE orders SET note = 'seen' WHERE id < 50");
        ChunkBench bench = ChunkBench.take(
                Connections.withOption("useAffectedRows=true", database), Orders.plan(new Action.Set("note = 'seen'")));
        bench.scan(1_000, 500);
        assertThat(bench.shard().counts().changed()).isEqualTo(67);
        assertThat(bench.shard().counts().changedByOthers()).isZero();
    }

    /** MySQL: the session's patience, put back after the last lock is given back (decision 16). */
    private static int waits(TestDatabase database) {
        return database.isMariaDb() ? 0 : 1;
    }

    private static void costs(TestDatabase database, int statements, Runnable chunk) {
        database.resetCounts();
        chunk.run();
        assertThat(database.statements()).isEqualTo(statements + COMMIT);
        assertThat(database.commits()).isZero();
        assertThat(database.rollbacks()).isZero();
        assertThat(database.connectionsOpened()).isEqualTo(1);
    }
}
