package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.fixture.NotedConnections;
import dev.rowlock.queue.fixture.NotedConnections.Sent;
import dev.rowlock.queue.fixture.Pool;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a worker claims when it is told of jobs that another process commits, and what it asks after that. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class WokenWorkerTest {
    private static final Duration LONG = Duration.ofHours(1);

    /** Another process: nothing of the one under test wakes for it. */
    private record Two(Mails here, Mails there, NotedConnections notes) {
        static Two of(TestDatabase database, HikariDataSource pool) {
            NotedConnections notes = new NotedConnections(pool);
            return new Two(Mails.open(database, notes), Mails.open(database), notes);
        }

        int queue() {
            return (int) there.database().number("SELECT id FROM rowlock_queue WHERE name = 'mails'");
        }

        void tell(JobId job) {
            here.queues().arrivals().committed(queue(), Priority.NORMAL.lane(), job);
        }

        JobId enqueueAndTell() {
            JobId job = there.enqueue(NewJob.builder(Mails.KIND, "told"));
            tell(job);
            return job;
        }

        void awaitDone(JobId job) {
            Awaitility.await().until(() -> there.status(job).state() == JobState.DONE);
        }

        /** Until it is woken by name it may be at work on what there was before. */
        void awaitIdle() {
            Awaitility.await().until(() -> {
                int before = notes.claims().size();
                awaitDone(enqueueAndTell());
                return notes.claims().stream().skip(before).anyMatch(Sent::claimsNamed);
            });
        }
    }

    /** A look of the process may come in between, but hardly each time: it does not look again for an hour. */
    @Test
    void aClaimThatTookAllIsFollowedByOneThatGoesWithItsResults(TestDatabase database) {
        BlockingQueue<CountDownLatch> running = new LinkedBlockingQueue<>();
        try (HikariDataSource pool = Pool.of(database, 4)) {
            Two two = Two.of(database, pool);
            try (Worker worker = two.here()
                    .queue()
                    .worker()
                    .pauses(LONG, LONG)
                    .handle(Mails.KIND, job -> {
                        CountDownLatch end = new CountDownLatch(1);
                        running.add(end);
                        assertThat(end.await(60, TimeUnit.SECONDS)).isTrue();
                        return JobOutcome.done();
                    })
                    .start()) {
                Awaitility.await().until(() -> {
                    int before = two.notes().claims().size();
                    JobId job = two.enqueueAndTell();
                    running.take().countDown();
                    two.awaitDone(job);
                    List<Sent> claims = two.notes().claims();
                    List<Sent> later = claims.subList(before, claims.size());
                    int took = IntStream.range(0, later.size())
                            .filter(at -> later.get(at).takes())
                            .findFirst()
                            .orElseThrow();
                    return took + 1 < later.size() && later.get(took + 1).writesResults();
                });
                assertThat(worker.counts().lost()).isZero();
            }
        }
    }

    @Test
    void whatComesAfterAClaimThatTookAllDoesNotWaitForItsResults(TestDatabase database) {
        CountDownLatch second = new CountDownLatch(1);
        AtomicBoolean inTime = new AtomicBoolean();
        try (HikariDataSource pool = Pool.of(database, 4)) {
            Two two = Two.of(database, pool);
            two.there().enqueue(NewJob.builder(Mails.KIND, "first"));
            try (Worker worker = two.here()
                    .queue()
                    .worker()
                    .pauses(Duration.ofMillis(20), LONG)
                    .handle(Mails.KIND, job -> {
                        if (job.payload().equals("first")) {
                            two.there().enqueue(NewJob.builder(Mails.KIND, "second"));
                            inTime.set(second.await(60, TimeUnit.SECONDS));
                        } else {
                            second.countDown();
                        }
                        return JobOutcome.done();
                    })
                    .start()) {
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> worker.counts().done() == 2);
                assertThat(inTime).isTrue();
            }
        }
    }

    @Test
    void aJobThatTheWorkerIsToldOfIsClaimedByItsKey(TestDatabase database) {
        try (HikariDataSource pool = Pool.of(database, 4)) {
            Two two = Two.of(database, pool);
            try (Worker worker = two.here()
                    .queue()
                    .worker()
                    .pauses(LONG, LONG)
                    .handle(Mails.KIND, job -> JobOutcome.done())
                    .start()) {
                two.awaitIdle();
                assertThat(two.notes().claims())
                        .filteredOn(Sent::claimsNamed)
                        .isNotEmpty()
                        .allMatch(Sent::takes);
                // What nobody told of is found by the claim that comes after: with the results of those that were.
                JobId untold = two.there().enqueue(NewJob.builder(Mails.KIND, "untold"));
                two.enqueueAndTell();
                two.awaitDone(untold);
                assertThat(worker.counts().lost()).isZero();
            }
        }
    }

    /** The event is there before the row can be read, twice: for the claim by key and for the claim of whatever there is. */
    @Test
    void aJobThatIsNotVisibleYetStartsAllTheSame(TestDatabase database) throws Exception {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        try (HikariDataSource pool = Pool.of(database, 4);
                Connection enqueuer = database.connect()) {
            Two two = Two.of(database, pool);
            try (Worker worker = two.here()
                    .queue()
                    .worker()
                    .pauses(LONG, LONG)
                    .handle(Mails.KIND, job -> {
                        ran.add(job.payload());
                        return JobOutcome.done();
                    })
                    .start()) {
                two.awaitIdle();
                enqueuer.setAutoCommit(false);
                JobId late = two.there()
                        .queue()
                        .enqueue(enqueuer, NewJob.of(Mails.KIND, "late"))
                        .id();
                AtomicBoolean named = new AtomicBoolean();
                AtomicBoolean visible = new AtomicBoolean();
                two.notes().beforeCommit(sent -> {
                    if (sent.claimsNamed()) {
                        named.set(true);
                    } else if (sent.claims() && named.get() && visible.compareAndSet(false, true)) {
                        commit(enqueuer);
                    }
                });
                two.tell(late);
                Awaitility.await().until(() -> ran.contains("late"));
                assertThat(named).isTrue();
                assertThat(worker.counts().lost()).isZero();
            }
        }
    }

    private static void commit(Connection connection) {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
