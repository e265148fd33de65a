package dev.rowlock.queue.internal.lookout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Whom a commit wakes, and how often. */
final class ExpectationTest {
    private static final long MILLI = 1_000_000;

    private static JobId job(long number) {
        return new JobId(new UUID(0, number));
    }

    private static Place place(long number) {
        return new Place(2, job(number));
    }

    @Test
    void aWakeThatFindsNothingIsRepeatedTwiceSinceTheRowMayNotBeVisibleYet() {
        Expectation one = new Expectation(new Random(1));
        assertThat(one.heard(place(1), 0)).isZero();
        one.wake(0);
        one.claimed(0, Extent.ALL, 1, MILLI);
        assertThat(one.until(MILLI)).isEqualTo(2 * MILLI);
        one.wake(3 * MILLI);
        one.claimed(0, Extent.ALL, 3 * MILLI, 4 * MILLI);
        assertThat(one.until(4 * MILLI)).isEqualTo(20 * MILLI);
        one.wake(24 * MILLI);
        one.claimed(0, Extent.ALL, 24 * MILLI, 25 * MILLI);
        assertThat(one.until(25 * MILLI)).isEqualTo(Expectation.NEVER);
        // And the next job is heard of again.
        assertThat(one.heard(place(2), 30 * MILLI)).isNotEqualTo(Expectation.NEVER);
    }

    @Test
    void nobodyIsWokenAgainForAJobThatWasSeenTaken() {
        Expectation one = new Expectation(new Random(1));
        one.heard(place(1), 0);
        one.wake(0);
        one.taken(job(1));
        one.claimed(0, Extent.ALL, 1, MILLI);
        assertThat(one.until(MILLI)).isEqualTo(Expectation.NEVER);
    }

    @Test
    void whoHoldsBackIsNotWokenWhenTheJobIsTakenBefore() {
        Expectation one = new Expectation(new Random(1));
        for (int job = 0; job < 20; job++) {
            one.heard(place(job), 0);
            one.wake(0);
            one.taken(job(job));
            one.claimed(0, Extent.ALL, 1, 1);
        }
        while (one.heard(place(100), 10) == 0) {
            one.taken(job(100));
        }
        assertThat(one.until(10)).isBetween(1L, 64 * MILLI);
        one.taken(job(100));
        assertThat(one.until(10)).isEqualTo(Expectation.NEVER);
    }

    @Test
    void aClaimThatBeganBeforeTheWakeSaysNothing() {
        Expectation one = new Expectation(new Random(1));
        one.heard(place(1), 100);
        one.wake(100);
        one.claimed(0, Extent.ALL, 50, 120);
        assertThat(one.until(120)).isEqualTo(Expectation.NEVER);
        one.claimed(1, Extent.ALL, 130, 140);
        assertThat(one.heard(place(2), 150)).isZero();
    }

    @Test
    void aThousandJobsOfOneTransactionAreOneWake() {
        Expectation one = new Expectation(new Random(1));
        assertThat(one.heard(place(0), 0)).isZero();
        one.wake(0);
        for (int job = 1; job < 1_000; job++) {
            assertThat(one.heard(place(job), 0)).isEqualTo(Expectation.NEVER);
        }
        for (int job = 0; job < 1_000; job++) {
            one.taken(job(job));
        }
        one.claimed(0, Extent.ALL, 1, 2);
        // Of so many nobody keeps count: it looks again to be sure.
        assertThat(one.until(2)).isEqualTo(2 * MILLI);
    }

    @Test
    void aWakeNamesTheJobsItIsForAndNoneWhenTheyAreMany() {
        Expectation one = new Expectation(new Random(1));
        one.heard(place(1), 0);
        assertThat(one.wake(0)).containsExactly(place(1));
        one.heard(place(2), 1);
        one.taken(job(1));
        one.claimed(0, Extent.HEARD, 2, 3);
        assertThat(one.wake(MILLI)).containsExactly(place(2));
        for (int job = 3; job < 300; job++) {
            one.heard(place(job), MILLI);
        }
        one.claimed(0, Extent.ALL, 2 * MILLI, 3 * MILLI);
        assertThat(one.wake(5 * MILLI)).isEmpty();
    }

    @Test
    void whoFoundJobsIsToldOfThoseItCannotHaveLookedFor() {
        Expectation one = new Expectation(new Random(1));
        one.heard(place(1), 0);
        one.wake(0);
        assertThat(one.claimed(1, Extent.HEARD, 20, 30)).isFalse();
        one.heard(place(2), 100);
        one.wake(100);
        one.heard(place(3), 110);
        assertThat(one.claimed(1, Extent.HEARD, 120, 130))
                .as("named in no wake")
                .isTrue();
        one.heard(place(4), 200);
        one.wake(200);
        one.heard(place(5), 210);
        assertThat(one.claimed(1, Extent.ALL, 220, 230))
                .as("it came before the claim")
                .isFalse();
        one.heard(place(6), 300);
        one.wake(300);
        one.heard(place(7), 320);
        assertThat(one.claimed(1, Extent.ALL, 310, 330))
                .as("it came after the claim")
                .isTrue();
    }
}
