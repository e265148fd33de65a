package dev.rowlock.queue.internal.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.fixture.QuietStation;
import dev.rowlock.queue.internal.lookout.House;
import dev.rowlock.queue.internal.lookout.Station;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Housekeeping is done by one at a time, and goes on when that one dies. */
@EachServer
final class DutyTest {
    @Test
    void oneHoldsTheDutyAndAnotherTakesItWhenThatOneIsGone(TestDatabase database) {
        Mails.open(database);
        Duty first = new Duty(Transactions.of(database.dataSource()), "first");
        Duty second = new Duty(Transactions.of(database.dataSource()), "second");
        assertThat(first.hold()).isTrue();
        assertThat(second.hold()).isFalse();
        assertThat(first.hold()).isTrue();
        // The first is gone: its lease ends.
        database.execute("UPDATE rowlock_duty SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND");
        assertThat(second.hold()).isTrue();
        assertThat(first.hold()).isFalse();
        second.release();
        assertThat(first.hold()).isTrue();
    }

    @Test
    void dueJobsMoveOnceHoweverManyPromote(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        mails.queue()
                .enqueueAll(IntStream.range(0, 1_200)
                        .mapToObj(n -> NewJob.builder(Mails.KIND, "mail " + n)
                                .delay(Duration.ofHours(n < 1_100 ? 1 : 3))
                                .build())
                        .toList());
        database.execute("UPDATE rowlock_delayed SET due_at = due_at - INTERVAL 2 HOUR, token = 7, attempts = 2");
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM rowlock_delayed FORCE INDEX (PRIMARY) ORDER BY id LIMIT 100 FOR UPDATE");
            Promotion promotion = new Promotion(Transactions.of(database.dataSource()));
            assertThat(promotion.promote().more()).isTrue();
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isEqualTo(400);
            assertThat(promotion.promote().more()).isTrue();
            assertThat(promotion.promote().more()).isFalse();
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isEqualTo(1_000);
            other.rollback();
            assertThat(promotion.promote().more()).isFalse();
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE token = 7 AND attempts = 2"))
                .isEqualTo(1_100);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed")).isEqualTo(100);
    }

    @Test
    void aWorkersHousekeeperPromotesAndForgets(TestDatabase database) {
        Mails mails = Mails.open(database);
        JobId id = mails.enqueue(NewJob.builder(Mails.KIND, "later").delay(Duration.ofMillis(50)));
        // Of a worker of another queue.
        House house = new House(Transactions.of(database.dataSource()), 7);
        mails.queues().queue("others");
        int others = (int) database.number("SELECT id FROM rowlock_queue WHERE name = 'others'");
        Station station = new QuietStation(others, Duration.ofSeconds(1));
        house.enter(station);
        try {
            Awaitility.await().until(() -> mails.status(id).state() == JobState.READY);
            Awaitility.await()
                    .until(() ->
                            database.text("SELECT status FROM rowlock_duty").equals("held"));
        } finally {
            house.leave(station);
        }
        assertThat(database.text("SELECT status FROM rowlock_duty")).isEqualTo("free");
    }
}
