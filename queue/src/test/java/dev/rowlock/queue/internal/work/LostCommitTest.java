package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connection is lost during COMMIT, before the server got it or after it had done it (facts 3.3). The answer is true either way. */
@EachServer
final class LostCommitTest {
    @ParameterizedTest
    @EnumSource(Moment.class)
    void aCycleIsReadBack(Moment moment, TestDatabase database) {
        Mails mails = Mails.open(database);
        mails.enqueue(6);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Steps steps = new Steps(mails, Transactions.of(Mails.through(network, database)));
            List<Held> first = losing(network, moment, () -> steps.claim(2));
            assertThat(first).hasSize(2);
            assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until > '1970-01-01'"))
                    .isEqualTo(2);
            Steps.Step second = losing(network, moment, () -> steps.cycle(Steps.done(first), 2));
            assertThat(second.verdicts().written()).isEqualTo(first);
            assertThat(second.held()).hasSize(2);
            Settling.Verdicts third = losing(network, moment, () -> steps.cycle(Steps.done(second.held()), 0))
                    .verdicts();
            assertThat(third.written()).isEqualTo(second.held());
            List<Held> fourth = steps.claim(2);
            Settling.Verdicts later = losing(
                            network,
                            moment,
                            () -> steps.cycle(Steps.ruled(fourth, Ruling.snoozed(Duration.ofHours(1))), 0))
                    .verdicts();
            assertThat(later.written()).isEqualTo(fourth);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(4);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_delayed")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void anEnqueueIsReadBack(Moment moment, TestDatabase database) {
        Mails direct = Mails.open(database);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Mails mails = Mails.open(database, Mails.through(network, database));
            EnqueueOutcome ready = losing(network, moment, () -> mails.queue().enqueue(NewJob.of(Mails.KIND, "one")));
            EnqueueOutcome delayed = losing(
                    network,
                    moment,
                    () -> mails.queue()
                            .enqueue(NewJob.builder(Mails.KIND, "two")
                                    .delay(Duration.ofHours(1))
                                    .build()));
            assertThat(direct.queues().status(ready.id())).isPresent();
            assertThat(direct.queues().status(delayed.id())).isPresent();
            assertThat(direct.open()).isEqualTo(2);
        }
    }

    private interface Operation<T> {
        T run();
    }

    private static <T> T losing(CutProxy network, Moment moment, Operation<T> operation) {
        Tripwire lost = network.cut(moment, "commit");
        T result = operation.run();
        assertThat(lost.happened()).isTrue();
        return result;
    }
}
