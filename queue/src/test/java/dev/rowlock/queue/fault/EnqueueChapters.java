package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.UniqueWhile;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** How jobs get into a queue. */
final class EnqueueChapters {
    private EnqueueChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("a process begins", EnqueueChapters::processBegins),
                new Chapter("jobs one by one", EnqueueChapters::oneByOne),
                new Chapter("many jobs at once", EnqueueChapters::many),
                new Chapter("jobs in the caller's transaction", EnqueueChapters::inTheCallersTransaction),
                new Chapter("an idempotency key", EnqueueChapters::idempotencyKey),
                new Chapter("an idempotency key that two use", EnqueueChapters::twoWithOneKey),
                new Chapter("an idempotency key that has expired", EnqueueChapters::expiredKey),
                new Chapter("a unique key", EnqueueChapters::uniqueKey),
                new Chapter("keys for order and limits", EnqueueChapters::lines));
    }

    private static void inserted(Life life, EnqueueOutcome outcome) {
        assertThat(outcome).isInstanceOf(EnqueueOutcome.Inserted.class);
        life.book().expect(outcome.id(), Book.Fate.DONE);
    }

    private static void processBegins(Life life) {
        life.begin(Script.Frames.COUNTED);
        Queues queues = life.answered(() -> Queues.open(life.world().connections()));
        life.answered(() -> queues.queue(life.name() + " new"));
        inserted(
                life,
                life.answered(() ->
                        queues.queue(life.name()).enqueue(life.job("first").build())));
    }

    private static void oneByOne(Life life) {
        life.begin();
        inserted(life, life.answered(() -> life.queue().enqueue(life.job("now").build())));
        inserted(
                life,
                life.answered(() -> life.queue()
                        .enqueue(life.job("later").delay(Duration.ofHours(1)).build())));
    }

    private static void many(Life life) {
        List<NewJob> jobs = IntStream.range(0, 14)
                .mapToObj(n -> life.job("job " + n)
                        .priority(n < 12 ? Priority.NORMAL : Priority.URGENT)
                        .delay(n == 13 ? Duration.ofHours(1) : Duration.ZERO)
                        .build())
                .toList();
        life.begin();
        life.answered(() -> life.queue().enqueueAll(jobs)).forEach(outcome -> inserted(life, outcome));
    }

    /** Their effect and the job are there together, or neither is. */
    private static void inTheCallersTransaction(Life life) {
        life.begin();
        life.inOurs(
                        "order",
                        connection -> life.queue()
                                .enqueueAll(
                                        connection,
                                        List.of(
                                                life.job("one").build(),
                                                life.job("two").orderingKey("a").build())))
                .forEach(outcome -> inserted(life, outcome));
        assertThat(life.sql().number("SELECT COUNT(*) FROM ours WHERE note LIKE '" + life.name() + " order %'"))
                .as("effects of the caller's transaction")
                .isEqualTo(1);
    }

    private static NewJob keyed(Life life, Duration retention) {
        return life.job("keyed")
                .idempotencyKey(new IdempotencyKey("faults", life.name(), retention))
                .build();
    }

    private static void idempotencyKey(Life life) {
        NewJob job = keyed(life, Duration.ofDays(1));
        life.begin();
        EnqueueOutcome first = life.answered(() -> life.queue().enqueue(job));
        inserted(life, first);
        isDuplicate(life, job, first.id());
    }

    private static void isDuplicate(Life life, NewJob job, JobId first) {
        EnqueueOutcome second = life.answered(() -> life.queue().enqueue(job));
        assertThat(second).isInstanceOf(EnqueueOutcome.Duplicate.class);
        assertThat(second.id()).isEqualTo(first);
    }

    /** Somebody else is faster, after the key was looked for. */
    private static void twoWithOneKey(Life life) {
        NewJob job = keyed(life, Duration.ofDays(1));
        life.begin();
        life.world()
                .script()
                .meanwhile("GET_LOCK", () -> inserted(life, life.sound().enqueue(job)));
        EnqueueOutcome second = life.answered(() -> life.queue().enqueue(job));
        assertThat(second).isInstanceOf(EnqueueOutcome.Duplicate.class);
        assertThat(life.book().size()).isEqualTo(1);
    }

    private static void expiredKey(Life life) {
        NewJob job = keyed(life, Duration.ofSeconds(1));
        inserted(life, life.sound().enqueue(job));
        life.sql().execute("UPDATE rowlock_key SET expires_at = '2020-01-01' WHERE name = '" + life.name() + "'");
        NewJob again = keyed(life, Duration.ofDays(1));
        life.begin();
        EnqueueOutcome second = life.answered(() -> life.queue().enqueue(again));
        inserted(life, second);
        isDuplicate(life, again, second.id());
    }

    private static void uniqueKey(Life life) {
        NewJob job = life.job("unique")
                .uniqueWhile("report", UniqueWhile.PENDING_OR_RUNNING)
                .build();
        life.begin();
        EnqueueOutcome first = life.answered(() -> life.queue().enqueue(job));
        inserted(life, first);
        isDuplicate(life, job, first.id());
    }

    private static void lines(Life life) {
        life.begin();
        life.answered(() -> life.queue()
                        .enqueueAll(List.of(
                                life.job("1").orderingKey("a").build(),
                                life.job("2").concurrencyKey("b").build(),
                                life.job("3")
                                        .concurrencyKey("b")
                                        .delay(Duration.ofHours(1))
                                        .build(),
                                life.job("4")
                                        .orderingKey("a")
                                        .delay(Duration.ofHours(1))
                                        .uniqueWhile("u", UniqueWhile.PENDING)
                                        .build())))
                .forEach(outcome -> inserted(life, outcome));
    }
}
