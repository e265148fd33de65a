package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many dead letters, redriven or thrown away. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class DeadLetterRunTest {
    private static final JobKind<String> BILL = JobKind.text("bill");

    /** Gives up all jobs there are. */
    private static void bury(TestDatabase database, String reason, String diedAt) {
        database.execute(
                "INSERT INTO rowlock_dead (id, queue_id, priority, token, attempts, max_attempts, kind, headers, payload, died_at, reason)"
                        + " SELECT id, queue_id, priority, 1, 3, max_attempts, kind, headers, payload, "
                        + diedAt + ", '" + reason + "' FROM rowlock_job",
                "DELETE FROM rowlock_job");
    }

    private static void bury(Mails mails, int count, String reason) {
        mails.enqueue(count);
        bury(mails.database(), reason, "UTC_TIMESTAMP(6) - INTERVAL 1 HOUR");
    }

    private static long ready(TestDatabase database) {
        return database.number("SELECT COUNT(*) FROM rowlock_job WHERE attempts = 0 AND lease_until = '1970-01-01'");
    }

    private static long dead(TestDatabase database) {
        return database.number("SELECT COUNT(*) FROM rowlock_dead");
    }

    @Test
    void onlyWhatTheFilterMeansIsRedriven(TestDatabase database) {
        Mails mails = Mails.open(database);
        bury(mails, 3, "StoreException: Timeout after 5s");
        bury(mails, 2, "100% wrong_");
        mails.queue().enqueue(NewJob.of(BILL, "b"));
        bury(database, "timeout", "'2026-01-02 03:04:05.000006'");
        mails.queues().queue("other").enqueue(NewJob.of(Mails.KIND, "elsewhere"));
        bury(database, "timeout", "UTC_TIMESTAMP(6) - INTERVAL 1 HOUR");
        DeadLetters letters = mails.queue().deadLetters();
        DeadLetterFilter all = DeadLetterFilter.all();
        Instant billed = LocalDateTime.parse("2026-01-02T03:04:05.000006").toInstant(ZoneOffset.UTC);
        assertThat(letters.redriving(all.withReason("timeout").ofKind("mail"))
                        .run()
                        .moved())
                .isEqualTo(3);
        assertThat(letters.redriving(all.withReason("%")).run().moved())
                .as("text, not a pattern")
                .isEqualTo(2);
        assertThat(letters.redriving(all.diedBefore(billed)).run().moved()).isZero();
        assertThat(letters.redriving(all.diedFrom(billed.plusNanos(1_000)))
                        .run()
                        .moved())
                .isZero();
        assertThat(letters.redriving(all.ofKind("Bill")).run().moved()).isZero();
        assertThat(letters.redriving(all.diedFrom(billed).diedBefore(billed.plusNanos(1_000)))
                        .run()
                        .moved())
                .isEqualTo(1);
        assertThat(ready(database)).isEqualTo(6);
        assertThat(mails.queues().deadLetters().list(Optional.empty(), 10))
                .as("of another queue")
                .extracting(DeadLetter::queue)
                .containsExactly("other");
        assertThat(mails.queues().deadLetters().redriving(all).run().moved()).isEqualTo(1);
        assertThat(dead(database)).isZero();
    }

    @Test
    void aRunKeepsToItsRateAndTellsHowFarItIs(TestDatabase database) {
        Mails mails = Mails.open(database);
        bury(mails, 60, "no");
        List<DeadLetterProgress> told = new ArrayList<>();
        long begun = System.nanoTime();
        DeadLetterProgress end = mails.queue()
                .deadLetters()
                .redriving(DeadLetterFilter.all())
                .perSecond(30)
                .run(told::add);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .as("the first of 20 steps of 3 jobs needs no pause")
                .isGreaterThanOrEqualTo(Duration.ofMillis(1_850));
        assertThat(end.end()).isEqualTo(DeadLetterProgress.End.ALL_PASSED);
        assertThat(end.moved()).isEqualTo(60);
        assertThat(end.lookedAt()).isEqualTo(60);
        assertThat(told)
                .extracting(DeadLetterProgress::moved)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 20).mapToObj(n -> 3L * n).toList());
        assertThat(ready(database)).isEqualTo(60);
    }

    @Test
    void aRunThatIsInterruptedGoesOnWhereItWas(TestDatabase database) {
        Mails mails = Mails.open(database);
        bury(mails, 1_200, "no");
        DeadLetterRun run = mails.queue().deadLetters().redriving(DeadLetterFilter.all());
        DeadLetterProgress first = run.run(progress -> Thread.currentThread().interrupt());
        assertThat(Thread.interrupted()).as("the flag stands").isTrue();
        assertThat(first.end()).isEqualTo(DeadLetterProgress.End.INTERRUPTED);
        assertThat(first.moved()).isEqualTo(500);
        assertThat(ready(database)).isEqualTo(500);
        DeadLetterProgress rest = run.after(first.position().orElseThrow()).run();
        assertThat(rest.moved()).isEqualTo(700);
        assertThat(rest.lookedAt()).isEqualTo(700);
        assertThat(ready(database)).isEqualTo(1_200);
        assertThat(run.run().lookedAt()).isZero();
    }

    @Test
    void runsAtTheSameTimePassOverEachOther(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        bury(mails, 2_500, "no");
        List<CompletableFuture<DeadLetterProgress>> runs = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            DeadLetters letters = mails.queue().deadLetters();
            DeadLetterRun run =
                    n == 2 ? letters.discarding(DeadLetterFilter.all()) : letters.redriving(DeadLetterFilter.all());
            runs.add(CompletableFuture.supplyAsync(run::run, task -> new Thread(task, "run").start()));
        }
        long moved = 0;
        for (CompletableFuture<DeadLetterProgress> run : runs) {
            moved += run.get().moved();
        }
        moved += mails.queue()
                .deadLetters()
                .redriving(DeadLetterFilter.all())
                .run()
                .moved();
        assertThat(moved).isEqualTo(2_500);
        long discarded = database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 3");
        assertThat(ready(database) + discarded).isEqualTo(2_500);
        assertThat(mails.queue().endings().getOrDefault(Ending.DISCARDED, 0L)).isEqualTo(discarded);
        assertThat(dead(database)).isZero();
    }

    @Test
    void oneThatSomebodyIsAtIsPassedAndCounted(TestDatabase database) throws Exception {
        Mails mails = Mails.open(database);
        bury(mails, 3, "no");
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM rowlock_dead ORDER BY id LIMIT 1 FOR UPDATE");
            DeadLetterProgress end = mails.queue()
                    .deadLetters()
                    .discarding(DeadLetterFilter.all())
                    .run();
            assertThat(end.moved()).isEqualTo(2);
            assertThat(end.busy()).isEqualTo(1);
            other.rollback();
        }
        assertThat(mails.queue().endings()).containsEntry(Ending.DISCARDED, 2L);
        assertThat(dead(database)).isEqualTo(1);
    }

    @Test
    void aJobThatFailsAgainIsNotRedrivenInACircle(TestDatabase database) {
        Mails mails = Mails.open(database);
        bury(mails, 700, "no");
        DeadLetterProgress end = mails.queue()
                .deadLetters()
                .redriving(DeadLetterFilter.all())
                .run(progress -> bury(database, "again", "UTC_TIMESTAMP(6)"));
        assertThat(end.moved()).isEqualTo(700);
        assertThat(dead(database)).isEqualTo(700);
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aCommitWhoseAnswerIsLostIsReadBack(Moment moment, TestDatabase database) {
        Mails direct = Mails.open(database);
        bury(direct, 600, "no");
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Mails mails = Mails.open(database, Mails.through(network, database));
            DeadLetters letters = mails.queue().deadLetters();
            List<Tripwire> cuts = new ArrayList<>();
            DeadLetterProgress end = letters.redriving(DeadLetterFilter.all()).run(progress -> {
                if (cuts.isEmpty()) {
                    cuts.add(network.cut(moment, "commit"));
                }
            });
            assertThat(cuts.get(0).happened()).isTrue();
            assertThat(end.moved()).isEqualTo(600);
        }
        assertThat(ready(database)).isEqualTo(600);
        assertThat(dead(database)).isZero();
    }

    @Test
    void aSparseFilterLooksAtAThousandRowsAtATime(TestDatabase database) {
        Mails mails = Mails.open(database);
        bury(mails, 3_500, "no");
        mails.enqueue(1);
        bury(database, "needle", "UTC_TIMESTAMP(6) - INTERVAL 1 HOUR");
        database.resetCounts();
        DeadLetterProgress end = mails.queue()
                .deadLetters()
                .discarding(DeadLetterFilter.all().withReason("NEEDLE"))
                .run();
        assertThat(end.moved()).isEqualTo(1);
        assertThat(end.lookedAt()).isEqualTo(3_501);
        assertThat(database.commits()).as("the time, five pages, one move").isEqualTo(7);
    }

    @Test
    void absurdRatesAreRefused(TestDatabase database) {
        DeadLetterRun run = Mails.open(database).queue().deadLetters().redriving(DeadLetterFilter.all());
        for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> run.perSecond(rate))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining(Double.toString(rate));
        }
    }
}
