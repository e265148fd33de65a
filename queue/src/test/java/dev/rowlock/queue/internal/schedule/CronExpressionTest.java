package dev.rowlock.queue.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cron expressions on a calendar without jumps: what the library makes of them, held against cron's own rules. */
final class CronExpressionTest {
    private static final long SEED = Long.getLong("rowlock.test.seed", 20261129L);

    @Test
    void anyExpressionFiresWhenCronsRulesSay() {
        Random random = new Random(SEED);
        for (int n = 0; n < 300; n++) {
            String text = text(random);
            CronExpression expression = CronExpression.parse(text);
            CronOracle oracle = new CronOracle(text);
            LocalDateTime at = LocalDateTime.of(2024, 1, 1, 0, 0)
                    .plusMinutes(random.nextInt(60 * 24 * 1_500))
                    .plusSeconds(random.nextInt(60));
            LocalDateTime until = at.plusDays(70);
            for (int firing = 0; firing < 6; firing++) {
                Optional<LocalDateTime> expected = oracle.after(at, until);
                Optional<LocalDateTime> actual = expression.after(at);
                assertThat(expected.isPresent() ? actual : actual.filter(next -> next.isBefore(until)))
                        .as("'%s' after %s, seed %d", text, at, SEED)
                        .isEqualTo(expected);
                if (expected.isEmpty()) {
                    break;
                }
                at = expected.get();
            }
        }
    }

    private static String text(Random random) {
        return String.join(
                " ",
                field(random, 0, 59, 4),
                field(random, 0, 23, 4),
                field(random, 1, 31, 2),
                field(random, 1, 12, 1),
                field(random, 0, 7, 2));
    }

    private static String field(Random random, int first, int last, int busy) {
        if (random.nextInt(busy + 1) == 0 || (busy < 3 && random.nextInt(3) > 0)) {
            return "*";
        }
        int a = first + random.nextInt(last - first + 1);
        int b = first + random.nextInt(last - first + 1);
        int step = 1 + random.nextInt(Math.max(1, (last - first) / 3));
        return switch (random.nextInt(5)) {
            case 0 -> "*/" + step;
            case 1 -> Math.min(a, b) + "-" + Math.max(a, b);
            case 2 -> Math.min(a, b) + "-" + Math.max(a, b) + "/" + step;
            case 3 ->
                IntStream.range(0, 3)
                        .map(n -> first + random.nextInt(last - first + 1))
                        .distinct()
                        .sorted()
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(","));
            default -> Integer.toString(a);
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 12 L * *          | 2026-02-10T00:00 | 2026-02-28T12:00
            0 12 LW * *         | 2026-02-01T00:00 | 2026-02-27T12:00
            0 12 15W * *        | 2026-02-01T00:00 | 2026-02-16T12:00
            0 9 * * MON#1       | 2026-02-03T00:00 | 2026-03-02T09:00
            0 9 * * 5L          | 2026-02-01T00:00 | 2026-02-27T09:00
            0 9 * * 7           | 2026-02-02T00:00 | 2026-02-08T09:00
            0 9 * * 0           | 2026-02-02T00:00 | 2026-02-08T09:00
            0 9 * JAN,DEC SUN   | 2026-02-02T00:00 | 2026-12-06T09:00
            0 0 29 2 *          | 2096-03-01T00:00 | 2104-02-29T00:00
            0 0 13 * 5          | 2026-02-01T00:00 | 2026-02-06T00:00
            30 15 10 * * *      | 2026-02-01T10:15:29.9 | 2026-02-01T10:15:30
            */20 * * * * *      | 2026-02-01T10:15:40 | 2026-02-01T10:16:00
            59 23 31 12 *       | 2026-12-31T23:59 | 2027-12-31T23:59
            0 3 * * *           | 2026-02-01T02:59:59.999999999 | 2026-02-01T03:00
            """)
    void knowsLastDaysWeekdaysNamesAndSeconds(String text, LocalDateTime after, LocalDateTime expected) {
        assertThat(CronExpression.parse(text).after(after)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "* * * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * 32 * *",
                "* * * 13 *",
                "* * * * 8",
                "a * * * *",
                "*/0 * * * *",
                "-1 * * * *",
                "5-1 * * * *",
                "1,,2 * * * *",
                "* * * * MOON",
                "0 0 ? ? ?",
                "@daily",
                "1.5 * * * *",
                "* * * * *;"
            })
    void whatIsNoExpressionIsRefusedWithItsText(String text) {
        assertThatThrownBy(() -> CronExpression.parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("cron expression");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 30 2 *", "0 0 31 4,6,9,11 *"})
    void whatNeverFiresIsRefused(String text) {
        assertThatThrownBy(() -> CronTimes.check(text, ZoneOffset.UTC))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("never fires");
    }

    @Test
    void minuteOrHourWithAStarGoesByTheClock() {
        assertThat(List.of("* * * * *", "*/5 2 * * *", "0 * * * *", "0 */2 * * *", "10 */5 2 * * *"))
                .allMatch(text -> CronExpression.parse(text).goesByTheClock());
        assertThat(List.of("0 2 * * *", "0,30 1-5 * * *", "* 30 2 * * *"))
                .noneMatch(text -> CronExpression.parse(text).goesByTheClock());
    }
}
