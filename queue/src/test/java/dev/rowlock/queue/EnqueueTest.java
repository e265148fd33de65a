package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Enqueues in the caller's transaction. */
@EachServer
final class EnqueueTest {
    @Test
    void itIsPartOfTheCallersTransactionAtAnyIsolationLevel(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        for (int level : new int[] {
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE
        }) {
            try (Connection connection = database.connect()) {
                connection.setAutoCommit(false);
                connection.setTransactionIsolation(level);
                JobId back = mails.queue()
                        .enqueue(connection, NewJob.of(Mails.KIND, "taken back"))
                        .id();
                connection.rollback();
                JobId kept = mails.queue()
                        .enqueue(connection, NewJob.of(Mails.KIND, "kept"))
                        .id();
                assertThat(mails.queues().status(kept)).isEmpty();
                connection.commit();
                assertThat(mails.queues().status(back)).isEmpty();
                assertThat(mails.status(kept).state()).isEqualTo(JobState.READY);
                assertThat(connection.getAutoCommit()).isFalse();
            }
        }
    }

    @Test
    void manyAreFewStatementsAndTheirIdsAreKnown(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        List<NewJob> jobs = IntStream.range(0, 1_611)
                .mapToObj(n -> NewJob.of(Mails.KIND, "mail " + n))
                .toList();
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            mails.queue().enqueue(connection, NewJob.of(Mails.KIND, "the first asks for the time"));
            database.resetCounts();
            List<EnqueueOutcome> outcomes = mails.queue().enqueueAll(connection, jobs);
            assertThat(database.statements()).as("3 x 500, 100, 10, 1").isEqualTo(6);
            connection.commit();
            assertThat(outcomes)
                    .extracting(EnqueueOutcome::id)
                    .doesNotHaveDuplicates()
                    .isSorted();
            assertThat(database.column("SELECT CAST(payload AS CHAR) FROM rowlock_job ORDER BY id LIMIT 1, 3"))
                    .containsExactly("mail 0", "mail 1", "mail 2");
            assertThat(mails.status(outcomes.get(1_610).id()).state()).isEqualTo(JobState.READY);
        }
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsSent(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database, QueueSettings.standard().withLargestPayload(1_000));
        try (Connection connection = database.connect()) {
            database.resetCounts();
            assertThatThrownBy(() -> mails.queue()
                            .enqueueAll(
                                    connection,
                                    List.of(NewJob.of(Mails.KIND, "small"), NewJob.of(Mails.KIND, "x".repeat(1_001)))))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("1001 bytes")
                    .hasMessageContaining("1000");
            assertThat(database.statements()).isZero();
        }
    }

    @Test
    void largePayloadsGoInSeveralStatements(TestDatabase database) {
        Mails mails = Mails.open(database);
        String large = "x".repeat(400_000);
        mails.queue()
                .enqueueAll(IntStream.range(0, 7)
                        .mapToObj(n -> NewJob.of(Mails.KIND, large))
                        .toList());
        assertThat(database.number("SELECT SUM(LENGTH(payload)) FROM rowlock_job"))
                .isEqualTo(7 * 400_000);
    }

    @Test
    void delayedJobsStayOutOfTheRangeThatClaimsScan(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId delayed = mails.enqueue(NewJob.builder(Mails.KIND, "later").delay(Duration.ofHours(1)));
        JobId at = mails.enqueue(NewJob.builder(Mails.KIND, "at").dueAt(Instant.parse("2100-01-02T03:04:05.678901Z")));
        JobId past = mails.enqueue(NewJob.builder(Mails.KIND, "past").dueAt(Instant.parse("2001-01-01T00:00:00Z")));
        assertThat(mails.status(delayed).state()).isEqualTo(JobState.DELAYED);
        assertThat(mails.status(at).state()).isEqualTo(JobState.DELAYED);
        assertThat(mails.status(past).state()).isEqualTo(JobState.READY);
        assertThat(database.column("SELECT CAST(due_at AS CHAR) FROM rowlock_delayed ORDER BY due_at DESC LIMIT 1"))
                .containsExactly("2100-01-02 03:04:05.678901");
        assertThat(
                        database.number(
                                "SELECT ABS(TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR, MIN(due_at))) FROM rowlock_delayed"))
                .isLessThan(30);
    }
}
