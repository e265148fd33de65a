package dev.rowlock.queue.internal.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.KeyLimits;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.UniqueWhile;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.housekeeping.DueNow;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of one kind: as many as its limit says, none forgotten, and none in the way of other kinds. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class KindLimitTest {
    private static final JobKind<String> PDF = JobKind.text("pdf");

    private static NewJob pdf(String payload) {
        return NewJob.of(PDF, payload);
    }

    private static Mails mails(TestDatabase database, int limit, int jobs) {
        Mails mails = Mails.open(database);
        mails.queue().limitKind("pdf", KeyLimits.none().withConcurrent(limit));
        mails.queue()
                .enqueueAll(IntStream.range(0, jobs).mapToObj(n -> pdf("p" + n)).toList());
        return mails;
    }

    private static List<String> payloads(List<Held> held) {
        return held.stream().map(one -> new String(one.job.payload(), UTF_8)).toList();
    }

    /** Claims until nothing more comes. */
    private static List<Held> claimAll(Steps steps) {
        // The first puts them into their line, which brings none of them yet.
        List<Held> all = new ArrayList<>(steps.claim(10));
        for (List<Held> more = steps.claim(10); !more.isEmpty(); more = steps.claim(10)) {
            all.addAll(more);
        }
        return all;
    }

    @Test
    void asManyRunAsItsLimitSaysAndOthersPassThem(TestDatabase database) {
        Mails mails = mails(database, 2, 8);
        mails.enqueue(5);
        Steps one = new Steps(mails, mails.transactions());
        Steps two = new Steps(mails, mails.transactions());
        List<Held> held = claimAll(one);
        held.addAll(claimAll(two));
        assertThat(payloads(held))
                .containsExactlyInAnyOrder("p0", "p1", "mail 0", "mail 1", "mail 2", "mail 3", "mail 4");
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_job WHERE kind = 'pdf' AND lease_until < '1980-01-01'"))
                .as("nobody is in the way of claims")
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_lined")).isEqualTo(6);
        List<String> worked = new ArrayList<>();
        while (!held.isEmpty()) {
            assertThat(held.stream().filter(job -> job.job.kind().equals("pdf")))
                    .hasSizeLessThanOrEqualTo(2);
            worked.addAll(payloads(held));
            held = one.cycle(Steps.done(held), 10).held();
        }
        assertThat(worked).hasSize(13).contains("p2", "p3", "p4", "p5", "p6", "p7");
        assertThat(mails.open()).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_slot")).isZero();
    }

    @Test
    void oneThatWaitsForItsNextAttemptLetsOthersPassAndADeadOneComesBackToItsLine(TestDatabase database) {
        Mails mails = mails(database, 1, 3);
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> first = claimAll(steps);
        assertThat(payloads(first)).containsExactly("p0");
        Ruling later = Ruling.retried(Duration.ofHours(1), new Ruling.Failed("no", null));
        List<Held> second = steps.cycle(Steps.ruled(first, later), 10).held();
        assertThat(payloads(second)).containsExactly("p1");
        DueNow.promote(database);
        assertThat(mails.status(first.get(0).job.id()).state()).isEqualTo(JobState.BLOCKED);
        Ruling dead = Ruling.dead(new Ruling.Failed("never", null));
        List<Held> third = steps.cycle(Steps.ruled(second, dead), 10).held();
        assertThat(payloads(third)).containsExactly("p0");
        mails.queue().deadLetters().redrive(second.get(0).job.id());
        assertThat(steps.sweep(10)).isEmpty();
        List<Held> fourth = steps.cycle(Steps.done(third), 10).held();
        assertThat(payloads(fourth)).containsExactly("p2");
        List<Held> fifth = steps.cycle(Steps.done(fourth), 10).held();
        assertThat(payloads(fifth)).containsExactly("p1");
        steps.cycle(Steps.done(fifth), 0);
        assertThat(mails.open()).isZero();
    }

    @Test
    void aLimitThatIsTakenAwayLetsAllOutAndOneThatComesLaterCountsThoseThatCameOutOfItsLine(TestDatabase database) {
        Mails mails = mails(database, 1, 5);
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = claimAll(steps);
        assertThat(held).hasSize(1);
        mails.queue().limitKind("pdf", KeyLimits.none());
        assertThat(mails.queue().limits().kinds()).isEmpty();
        held.addAll(steps.sweep(10));
        assertThat(held).hasSize(5);
        mails.queue().enqueueAll(List.of(pdf("new 1"), pdf("new 2")));
        mails.queue().limitKind("pdf", KeyLimits.none().withConcurrent(1));
        steps.sweep(10);
        assertThat(steps.claim(10)).isEmpty();
        List<Held> after = new ArrayList<>(steps.cycle(Steps.done(held), 10).held());
        after.addAll(steps.claim(10));
        assertThat(payloads(after)).containsExactly("new 1");
        assertThat(steps.claim(10)).isEmpty();
    }

    @Test
    void aMoreUrgentOneIsLookedForSoonerAndKeysAreKept(TestDatabase database) {
        Mails mails = mails(database, 1, 0);
        NewJob unique = NewJob.builder(PDF, "unique")
                .uniqueWhile("once", UniqueWhile.PENDING)
                .priority(Priority.LOW)
                .build();
        mails.queue().enqueue(unique);
        mails.queue()
                .enqueue(NewJob.builder(PDF, "urgent").priority(Priority.URGENT).build());
        Steps steps = new Steps(mails, mails.transactions());
        List<Held> held = claimAll(steps);
        assertThat(payloads(held)).containsExactly("urgent");
        mails.queue().enqueue(unique);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_lined"))
                .as("its key is its own until it begins")
                .isEqualTo(1);
        assertThat(payloads(steps.cycle(Steps.done(held), 10).held())).containsExactly("unique");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_unique")).isZero();
    }

    @Test
    void aQueueWithALimitStartsNoJobWithItsCommit(TestDatabase database) {
        Mails mails = mails(database, 1, 0);
        mails.queue().enqueue(pdf("p"));
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until < '1980-01-01'"))
                .isEqualTo(1);
        assertThat(mails.queue().limits().kinds())
                .containsEntry("pdf", KeyLimits.none().withConcurrent(1));
    }
}
