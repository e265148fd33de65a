package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A name in which a comment would end stays a name. */
@EachServer
final class OddTableNameTest {
    @Test
    void rowsOfATableCalledLikeACommentAreDeleted(TestDatabase database) throws InterruptedException {
        database.execute(
                "CREATE TABLE `/* c */` (id BIGINT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO `/* c */` VALUES (1, 0), (2, 1), (3, 1)");
        Batches batches = Batches.of(Transactions.of(database.dataSource()));
        long run = batches.start(BatchPlan.builder(TableName.of("/* c */"), "n = 1", new Action.Delete())
                .guard(GuardRule.none())
                .build());
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            assertThat(worker.await(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(batches.status(run).counts().changed()).isEqualTo(2);
        assertThat(database.column("SELECT id FROM `/* c */`")).containsExactly("1");
    }
}
