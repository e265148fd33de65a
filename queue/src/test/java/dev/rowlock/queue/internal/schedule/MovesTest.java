package dev.rowlock.queue.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.schedule.CatchUp;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a schedule does that is due: on time, late, and after days away. */
final class MovesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant DUE = Instant.parse("2026-06-01T10:00:00Z");

    private static final Timing HOURLY = Timing.every(Duration.ofHours(1));
    private static final Timing CRON = Timing.cron("0 * * * *", BERLIN);

    private static Moves moves(Timing timing, CatchUp catchUp, Duration late) {
        return Moves.of(timing, catchUp, DUE, DUE.plus(late));
    }

    private static List<Instant> hours(int... after) {
        return Arrays.stream(after)
                .mapToObj(hour -> DUE.plus(Duration.ofHours(hour)))
                .toList();
    }

    @Test
    void onTimeItFiresOnceWhateverThePolicy() {
        for (Timing timing : List.of(HOURLY, CRON)) {
            for (CatchUp catchUp : List.of(CatchUp.none(), CatchUp.latest(), CatchUp.upTo(5))) {
                assertThat(moves(timing, catchUp, Duration.ofSeconds(3)))
                        .isEqualTo(new Moves(hours(0), Optional.of(hours(1).get(0))));
            }
        }
    }

    @Test
    void afterThreeHoursAndAHalfThePolicyDecides() {
        Duration late = Duration.ofMinutes(210);
        for (Timing timing : List.of(HOURLY, CRON)) {
            assertThat(moves(timing, CatchUp.none(), late).firings()).isEmpty();
            assertThat(moves(timing, CatchUp.latest(), late).firings()).isEqualTo(hours(3));
            assertThat(moves(timing, CatchUp.upTo(2), late).firings()).isEqualTo(hours(2, 3));
            assertThat(moves(timing, CatchUp.upTo(100), late).firings()).isEqualTo(hours(0, 1, 2, 3));
            assertThat(moves(timing, CatchUp.none(), late).next()).isEqualTo(Optional.of(hours(4).get(0)));
        }
    }

    @Test
    void aFiringWithinAMinuteIsNotMissedAlsoWhenEarlierOnesWere() {
        for (Timing timing : List.of(HOURLY, CRON)) {
            assertThat(moves(timing, CatchUp.none(), Duration.ofMinutes(181)).firings())
                    .isEqualTo(hours(3));
            assertThat(moves(timing, CatchUp.none(), Duration.ofMinutes(182)).firings())
                    .isEmpty();
        }
    }

    @Test
    void aYearAwayOfASecondlyScheduleCostsNoMoreThanWhatIsWanted() {
        Timing secondly = Timing.cron("* * * * * *", BERLIN);
        Instant now = DUE.plus(Duration.ofDays(365));
        long start = System.nanoTime();
        Moves moves = Moves.of(secondly, CatchUp.upTo(1_000), DUE, now);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(moves.firings()).hasSize(1_000).isSorted().last().isEqualTo(now);
        assertThat(moves.firings().get(0)).isEqualTo(now.minusSeconds(999));
        assertThat(moves.next()).contains(now.plusSeconds(1));
    }

    @Test
    void rareFiringsAreFoundHoweverLongAgo() {
        Instant due = Instant.parse("2024-02-29T12:00:00Z");
        Timing leap = Timing.cron("0 12 29 2 *", ZoneId.of("UTC"));
        Moves moves = Moves.of(leap, CatchUp.upTo(3), due, Instant.parse("2033-01-01T00:00:00Z"));
        assertThat(moves.firings())
                .containsExactly(due, Instant.parse("2028-02-29T12:00:00Z"), Instant.parse("2032-02-29T12:00:00Z"));
        assertThat(moves.next()).contains(Instant.parse("2036-02-29T12:00:00Z"));
    }

    @Test
    void aFixedDelayFiresOnceAndThenWaitsForItsJob() {
        assertThat(moves(Timing.afterEnd(Duration.ofHours(1)), CatchUp.upTo(9), Duration.ofDays(3)))
                .isEqualTo(new Moves(hours(0), Optional.empty()));
    }

    @Test
    void afterAPauseItGoesOnAsIfItHadNeverStopped() {
        Instant now = DUE.plus(Duration.ofMinutes(150));
        assertThat(Moves.resumed(HOURLY, DUE, now)).isEqualTo(Optional.of(hours(3).get(0)));
        assertThat(Moves.resumed(CRON, DUE, now)).isEqualTo(Optional.of(hours(3).get(0)));
        assertThat(Moves.resumed(Timing.afterEnd(Duration.ofHours(1)), DUE, now))
                .contains(now);
        for (Timing timing : List.of(HOURLY, CRON)) {
            assertThat(Moves.resumed(timing, DUE, DUE.minusSeconds(9))).contains(DUE);
        }
    }
}
