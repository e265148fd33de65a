package dev.rowlock.queue.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hours that are skipped and hours that come twice, as docs/queue-schedules.md tells it. */
final class CronTimesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** Berlin skips 02:00 to 03:00 on 2026-03-29, at 01:00 UTC, and has 02:00 to 03:00 twice on 2026-10-25, until 01:00 UTC. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            skipped, daily          | 30 2 * * *    | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T00:30Z
            skipped, several        | 0,30 2 * * *  | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T00:00Z
            skipped, and the next   | 30 2,3 * * *  | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-29T01:30Z 2026-03-30T00:30Z
            skipped, at its end     | 0 3 * * *     | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T01:00Z
            skipped, at its start   | 0 2 * * *     | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-29T01:00Z 2026-03-30T00:00Z
            skipped, other days     | 30 2 * * 1    | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-30T00:30Z 2026-04-06T00:30Z
            skipped, quarters       | */15 * * * *  | Europe/Berlin        | 2026-03-29T00:30Z | 2026-03-29T00:45Z 2026-03-29T01:00Z 2026-03-29T01:15Z
            skipped, hourly         | 5 * * * *     | Europe/Berlin        | 2026-03-28T23:30Z | 2026-03-29T00:05Z 2026-03-29T01:05Z 2026-03-29T02:05Z
            skipped, every 2 hours  | 0 */2 * * *   | Europe/Berlin        | 2026-03-28T22:30Z | 2026-03-28T23:00Z 2026-03-29T02:00Z 2026-03-29T04:00Z
            skipped, minutes of 2   | */20 2 * * *  | Europe/Berlin        | 2026-03-28T12:00Z | 2026-03-30T00:00Z 2026-03-30T00:20Z
            twice, daily            | 30 2 * * *    | Europe/Berlin        | 2026-10-24T12:00Z | 2026-10-25T00:30Z 2026-10-26T01:30Z
            twice, asked between    | 30 2 * * *    | Europe/Berlin        | 2026-10-25T00:45Z | 2026-10-26T01:30Z
            twice, asked in second  | 30 2 * * *    | Europe/Berlin        | 2026-10-25T01:10Z | 2026-10-26T01:30Z
            twice, several          | 0,30 2,3 * * *| Europe/Berlin        | 2026-10-24T12:00Z | 2026-10-25T00:00Z 2026-10-25T00:30Z 2026-10-25T02:00Z
            twice, quarters         | */15 * * * *  | Europe/Berlin        | 2026-10-25T00:30Z | 2026-10-25T00:45Z 2026-10-25T01:00Z 2026-10-25T01:15Z 2026-10-25T01:30Z
            twice, hourly           | 5 * * * *     | Europe/Berlin        | 2026-10-24T23:30Z | 2026-10-25T00:05Z 2026-10-25T01:05Z 2026-10-25T02:05Z
            twice, every 2 hours    | 0 */2 * * *   | Europe/Berlin        | 2026-10-24T21:30Z | 2026-10-24T22:00Z 2026-10-25T00:00Z 2026-10-25T01:00Z 2026-10-25T03:00Z
            twice, minutes of 2     | */30 2 * * *  | Europe/Berlin        | 2026-10-24T12:00Z | 2026-10-25T00:00Z 2026-10-25T00:30Z 2026-10-25T01:00Z 2026-10-25T01:30Z 2026-10-26T01:00Z
            midnight is skipped     | 0 0 * * *     | Africa/Cairo         | 2026-04-23T12:00Z | 2026-04-23T22:00Z 2026-04-24T21:00Z
            midnight, every 2 hours | 0 */2 * * *   | Africa/Cairo         | 2026-04-23T20:30Z | 2026-04-23T23:00Z 2026-04-24T01:00Z
            midnight comes twice    | 0 0 * * *     | America/Havana       | 2026-10-31T12:00Z | 2026-11-01T04:00Z 2026-11-02T05:00Z
            half an hour is skipped | 15 2 * * *    | Australia/Lord_Howe  | 2026-10-03T12:00Z | 2026-10-03T15:30Z 2026-10-04T15:15Z
            half an hour twice      | 45 1 * * *    | Australia/Lord_Howe  | 2026-04-04T12:00Z | 2026-04-04T14:45Z 2026-04-05T15:15Z
            a whole day is skipped  | 0 12 * * *    | Pacific/Apia         | 2011-12-29T12:00Z | 2011-12-29T22:00Z 2011-12-30T10:00Z 2011-12-30T22:00Z
            """)
    void firesAsDocumented(String what, String expression, String zone, String after, String expected) {
        List<Instant> instants = new ArrayList<>();
        for (String instant : expected.split(" ", -1)) {
            instants.add(instant(instant));
        }
        assertThat(Timing.cron(expression, ZoneId.of(zone)).next(instant(after), instants.size()))
                .as(what)
                .isEqualTo(instants);
    }

    private static Instant instant(String text) {
        return Instant.parse(text.replace("Z", ":00Z"));
    }

    /** Whatever the expression, the zone and the moment: by the clock each minute whose local time matches, and no other; by the calendar each day's times once. */
    @Test
    void aroundEveryChangeNothingIsLostAndNothingComesTwice() {
        Random random = new Random(7);
        List<String> zones =
                List.of("Europe/Berlin", "America/New_York", "Africa/Cairo", "Australia/Lord_Howe", "America/Havana");
        for (int n = 0; n < 120; n++) {
            ZoneId zone = ZoneId.of(zones.get(n % zones.size()));
            Instant change = zone.getRules()
                    .nextTransition(Instant.parse("2024-01-01T00:00:00Z").plus(Duration.ofDays(random.nextInt(900))))
                    .getInstant();
            String minute = List.of("*", "*/10", "0", "30", "15,45").get(random.nextInt(5));
            String hour = List.of("*", "*/2", "0-4", "1,2,3", "0", "2").get(random.nextInt(6));
            String text = minute + " " + hour + " * * *";
            Instant start = change.minus(Duration.ofHours(6)).plusSeconds(random.nextInt(3_600));
            Instant end = change.plus(Duration.ofHours(8));
            assertThat(between(CronTimes.of(text, zone), start, end))
                    .as("'%s' in %s around %s", text, zone, change)
                    .isEqualTo(expected(text, zone, start, end));
        }
    }

    private static List<Instant> between(CronTimes times, Instant start, Instant end) {
        List<Instant> firings = new ArrayList<>();
        Optional<Instant> next = times.after(start);
        while (next.isPresent() && next.get().isBefore(end)) {
            firings.add(next.get());
            next = times.after(next.get());
        }
        return firings;
    }

    private static List<Instant> expected(String text, ZoneId zone, Instant start, Instant end) {
        CronOracle oracle = new CronOracle(text);
        boolean clock = CronExpression.parse(text).goesByTheClock();
        List<Instant> firings = new ArrayList<>();
        List<LocalDateTime> seen = new ArrayList<>();
        LocalDateTime last = LocalDateTime.ofInstant(start.minus(Duration.ofHours(30)), zone);
        for (Instant at = start.minus(Duration.ofHours(30)).truncatedTo(ChronoUnit.MINUTES);
                at.isBefore(end);
                at = at.plusSeconds(60)) {
            LocalDateTime local = LocalDateTime.ofInstant(at, zone);
            boolean fires = oracle.matches(local);
            if (!clock) {
                // The times of day that the clock has passed over since the last minute, none of them a second time.
                fires = false;
                for (LocalDateTime passed = last.plusMinutes(1);
                        !passed.isAfter(local);
                        passed = passed.plusMinutes(1)) {
                    if (oracle.matches(passed) && !seen.contains(passed)) {
                        seen.add(passed);
                        fires = true;
                    }
                }
                last = local.isAfter(last) ? local : last;
            }
            if (fires && at.isAfter(start)) {
                firings.add(at);
            }
        }
        return firings;
    }

    @Test
    void aZoneWithoutChangesIsPlain() {
        assertThat(Timing.cron("0 6 * * 1-5", ZoneOffset.UTC).next(Instant.parse("2026-11-27T06:00:00Z"), 2))
                .containsExactly(Instant.parse("2026-11-30T06:00:00Z"), Instant.parse("2026-12-01T06:00:00Z"));
        assertThat(Timing.cron("0 6 * * *", BERLIN).next(Instant.parse("2026-11-27T06:00:00Z")))
                .contains(Instant.parse("2026-11-28T05:00:00Z"));
    }
}
