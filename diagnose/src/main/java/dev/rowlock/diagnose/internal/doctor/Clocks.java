package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.mysql.ServerFacts;
import java.time.Duration;
import java.util.Locale;

/** Whether everybody means the same moment. */
final class Clocks implements Examiner {
    /** Well beyond what a round trip can make of equal clocks. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    @Override
    public String id() {
        return "clocks";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        ServerFacts facts = visit.facts();
        Duration offset = facts.clockOffset();
        if (offset.abs().compareTo(TOLERANCE) > 0) {
            chart.warns(
                    "clock-offset",
                    String.format(
                            Locale.ROOT,
                            "the server's clock is %.1f s %s this machine's",
                            offset.abs().toMillis() / 1000.0,
                            offset.isNegative() ? "behind" : "ahead of"),
                    "leases are judged by the server's clock alone, so none is lost by it; but an available_at that a program takes from its own"
                            + " clock is early or late by that much, and logs do not fit together",
                    "run NTP on both; let programs write available_at as NOW() of the server",
                    "A6");
        }
        String global = visit.variable("time_zone").orElse("SYSTEM");
        String system = visit.variable("system_time_zone").orElse("SYSTEM");
        String usual = global.equals("SYSTEM") ? system : global;
        if (!usual.equals(facts.timeZone()) && !(isUtc(usual) && isUtc(facts.timeZone()))) {
            chart.warns(
                    "session-time-zone",
                    "the server's time zone is " + usual + ", this session's " + facts.timeZone(),
                    "NOW() differs between programs that connect in another way, so a DATETIME one of them writes is early or late for the others:"
                            + " leases end too soon or rows start late by the difference",
                    "let all programs use one zone: SET " + (visit.isMariaDb() ? "GLOBAL" : "PERSIST")
                            + " time_zone = '+00:00', and no zone in the URL; or TIMESTAMP columns",
                    "A6");
        }
    }

    private static boolean isUtc(String zone) {
        return zone.equals("+00:00") || zone.equals("UTC") || zone.equals("GMT") || zone.equals("Etc/UTC");
    }
}
