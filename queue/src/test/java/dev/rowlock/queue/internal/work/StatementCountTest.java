package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many statements a job costs, pinned: enqueued, claimed and completed in batches of 100, with its history kept (P7). On MariaDB a claim looks before it locks. */
@EachServer
final class StatementCountTest {
    @Test
    void aThousandJobsInBatchesOfAHundredCostFortyTwoStatementsAndTwelveCommits(TestDatabase database) {
        Mails.open(database);
        Transactions transactions = Transactions.of(database.dataSource()).sessions(SessionState.READ_COMMITTED);
        Queues queues = Queues.open(transactions, QueueSettings.standard());
        Mails mails = new Mails(database, queues, queues.queue("mails"));
        mails.queue().enqueue(NewJob.of(Mails.KIND, "the first asks for the time"));
        Steps steps = new Steps(mails, transactions);
        Steps.done(steps.claim(1)).forEach(held -> steps.cycle(List.of(held), 0));
        database.resetCounts();
        mails.queue()
                .enqueueAll(IntStream.range(0, 1_000)
                        .mapToObj(n -> NewJob.of(Mails.KIND, "mail " + n))
                        .toList());
        assertThat(database.statements()).as("two INSERTs of 500").isEqualTo(2);
        List<Held> held = List.of();
        for (int cycle = 0; cycle <= 10; cycle++) {
            Steps.Step step = steps.cycle(Steps.done(held), cycle < 10 ? 100 : 0);
            assertThat(step.verdicts().written()).hasSize(held.size());
            held = step.held();
            assertThat(held).hasSize(cycle < 10 ? 100 : 0);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(1_001);
        int claim = database.isMariaDb() ? 3 : 2;
        assertThat(database.statements()).isEqualTo(2 + 10 * claim + 10 * 2);
        assertThat(database.commits()).isEqualTo(12);
    }

    /** A hundred lines with each claim, the dearest case. Jobs without a key are not touched by it. */
    @Test
    void aHundredOrderedJobsCostSixStatementsMoreToHandOnAndFiveToLetOut(TestDatabase database) {
        Mails.open(database);
        Transactions transactions = Transactions.of(database.dataSource()).sessions(SessionState.READ_COMMITTED);
        Queues queues = Queues.open(transactions, QueueSettings.standard());
        Mails mails = new Mails(database, queues, queues.queue("mails"));
        mails.queue().enqueue(NewJob.of(Mails.KIND, "the first asks for the time"));
        Steps steps = new Steps(mails, transactions);
        Steps.done(steps.claim(1)).forEach(held -> steps.cycle(List.of(held), 0));
        database.resetCounts();
        mails.queue()
                .enqueueAll(IntStream.range(0, 1_000)
                        .mapToObj(n -> NewJob.builder(Mails.KIND, "mail " + n)
                                .orderingKey("customer " + n % 500)
                                .build())
                        .toList());
        assertThat(database.statements())
                .as("two INSERTs of 500 jobs and one of 500 tickets")
                .isEqualTo(3);
        int claim = database.isMariaDb() ? 3 : 2;
        database.resetCounts();
        List<Held> held = steps.claim(100);
        assertThat(held).hasSize(100);
        assertThat(database.statements()).as("let out").isEqualTo(claim - 1 + 6);
        database.resetCounts();
        Steps.Step step = steps.cycle(Steps.done(held), 0);
        assertThat(step.verdicts().written()).hasSize(100);
        assertThat(database.statements()).as("done and handed on").isEqualTo(2 + 6);
        database.resetCounts();
        assertThat(steps.claim(100)).hasSize(100);
        assertThat(database.statements()).as("claimed behind the cursor").isEqualTo(claim);
    }

    /** Nothing is handed on, and each claim lets a hundred jobs out. */
    @Test
    void aHundredJobsWithAKeyEachCostTwelveStatementsFromClaimToCompletion(TestDatabase database) {
        Mails mails = Mails.open(database);
        Transactions transactions = Transactions.of(database.dataSource()).sessions(SessionState.READ_COMMITTED);
        Steps steps = new Steps(mails, transactions);
        mails.queue()
                .enqueueAll(IntStream.range(0, 1_100)
                        .mapToObj(n -> NewJob.builder(Mails.KIND, "mail " + n)
                                .orderingKey("customer " + n)
                                .build())
                        .toList());
        List<Held> held = steps.claim(100);
        database.resetCounts();
        for (int cycle = 0; cycle < 10; cycle++) {
            Steps.Step step = steps.cycle(Steps.done(held), 100);
            assertThat(step.verdicts().written()).hasSize(100);
            held = step.held();
            assertThat(held).hasSize(100);
        }
        int claim = database.isMariaDb() ? 2 : 1;
        assertThat(database.statements()).isEqualTo(10L * (5 + claim + 6));
        assertThat(database.commits()).isEqualTo(10);
    }
}
