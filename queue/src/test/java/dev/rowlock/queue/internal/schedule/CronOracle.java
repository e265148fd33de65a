package dev.rowlock.queue.internal.schedule;

import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.Optional;

/** Cron's rules as its manual page tells them, minute by minute: slow, and short enough to be seen to be right. */
final class CronOracle {
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean eitherDay;

    CronOracle(String expression) {
        String[] fields = expression.split(" ", -1);
        minutes = field(fields[0], 0, 59);
        hours = field(fields[1], 0, 23);
        days = field(fields[2], 1, 31);
        months = field(fields[3], 1, 12);
        weekdays = field(fields[4], 0, 7);
        if (weekdays.get(7)) {
            weekdays.set(0);
        }
        eitherDay = !fields[2].equals("*") && !fields[4].equals("*");
    }

    private static BitSet field(String text, int first, int last) {
        BitSet bits = new BitSet();
        for (String part : text.split(",", -1)) {
            String[] step = part.split("/", -1);
            String[] range = step[0].equals("*") ? new String[] {"" + first, "" + last} : step[0].split("-", -1);
            int from = Integer.parseInt(range[0]);
            int to = Integer.parseInt(range[range.length - 1]);
            for (int value = from; value <= to; value += step.length > 1 ? Integer.parseInt(step[1]) : 1) {
                bits.set(value);
            }
        }
        return bits;
    }

    boolean matches(LocalDateTime time) {
        boolean day = days.get(time.getDayOfMonth());
        boolean weekday = weekdays.get(time.getDayOfWeek().getValue() % 7);
        return minutes.get(time.getMinute())
                && hours.get(time.getHour())
                && months.get(time.getMonthValue())
                && (eitherDay ? day || weekday : day && weekday);
    }

    /** The next match, looked for until then. */
    Optional<LocalDateTime> after(LocalDateTime time, LocalDateTime until) {
        LocalDateTime at = time.withSecond(0).withNano(0).plusMinutes(1);
        while (at.isBefore(until)) {
            if (matches(at)) {
                return Optional.of(at);
            }
            at = at.plusMinutes(1);
        }
        return Optional.empty();
    }
}
