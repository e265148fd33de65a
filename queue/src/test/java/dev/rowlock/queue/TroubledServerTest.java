package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The server goes away and comes back: no job is lost and none ends twice. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class TroubledServerTest {
    private static final int JOBS = 400;

    @Test
    void aWorkerGoesOnWhenTheNetworkIsBack(TestDatabase database) {
        Mails direct = Mails.open(database);
        List<JobId> ids = direct.enqueue(JOBS);
        Set<JobId> handled = ConcurrentHashMap.newKeySet();
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Mails mails = Mails.open(database, Mails.through(network, database));
            try (Worker worker = mails.worker()
                    .batch(10)
                    .lease(Duration.ofSeconds(1))
                    .handle(Mails.KIND, job -> {
                        handled.add(job.id());
                        return JobOutcome.done();
                    })
                    .start()) {
                for (int outage = 1; outage <= 3; outage++) {
                    long before = handled.size();
                    Awaitility.await().until(() -> handled.size() >= Math.min(JOBS, before + 60));
                    network.partition();
                    Awaitility.await().until(() -> network.openConnections() == 0);
                    network.restore();
                }
                // And statements that fail before and after they took effect.
                network.cut(Moment.AFTER_THE_ANSWER, "insert into rowlock_history", 2);
                network.cut(Moment.BEFORE_THE_SERVER, "update rowlock_job", 2);
                network.cut(Moment.AFTER_THE_ANSWER, "commit", 3);
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> direct.open() == 0);
            }
        }
        assertThat(handled).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 0"))
                .isEqualTo(JOBS);
        assertThat(database.number("SELECT COUNT(DISTINCT id) FROM rowlock_history"))
                .isEqualTo(JOBS);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead")).isZero();
        assertThat(direct.queues().quarantined())
                .as("an outage is no kind's doing")
                .isEmpty();
    }
}
