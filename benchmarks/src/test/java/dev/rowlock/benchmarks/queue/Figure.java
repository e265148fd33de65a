package dev.rowlock.benchmarks.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a bench, with the shape that every line has.
 *
 * @param reference in words, with the figure measured there
 */
record Figure(double value, boolean met, String reference, JsonNode json) {
    private static final Pattern GOAL = Pattern.compile("(>=|<=|<) ([0-9.]+)");
    private static final Pattern PER_SECOND = Pattern.compile("([0-9]+) (?:jobs|rows)/s");

    static Figure of(JsonNode json) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        assertThat(names).startsWith("id", "what", "value", "goal", "met", "spread", "reference");
        assertThat(json.path("what").asText()).isNotBlank();
        assertThat(json.path("value").isNumber()).isTrue();
        assertThat(json.path("met").isBoolean()).isTrue();
        Figure figure = new Figure(
                json.path("value").asDouble(),
                json.path("met").asBoolean(),
                json.path("reference").asText(),
                json);
        assertThat(figure.value).as(json.toString()).isFinite().isNotNegative();
        figure.judgesItself();
        figure.liesWithinItsSpread();
        return figure;
    }

    private void judgesItself() {
        Matcher goal = GOAL.matcher(json.path("goal").asText());
        assertThat(goal.matches()).as(json.toString()).isTrue();
        double line = Double.parseDouble(goal.group(2));
        // A value is rounded to three digits when it is told, not when it is judged.
        if (Math.abs(value - line) > 0.001) {
            assertThat(met).as(json.toString()).isEqualTo(goal.group(1).equals(">=") ? value > line : value < line);
        }
    }

    private void liesWithinItsSpread() {
        JsonNode spread = json.path("spread");
        assertThat(spread.isArray()).isTrue();
        assertThat(spread).hasSize(2);
        assertThat(value).isBetween(spread.get(0).asDouble(), spread.get(1).asDouble());
    }

    double detail(String name) {
        assertThat(json.path(name).isNumber()).as(json.toString()).isTrue();
        return json.path(name).asDouble();
    }

    Figure isPositive() {
        assertThat(value).as(json.toString()).isPositive();
        return this;
    }

    /** The ratio is that of the two speeds that are told: with one round nothing else was measured. */
    Figure isTheRatioOfItsSpeeds() {
        isPositive();
        Matcher speed = PER_SECOND.matcher(reference);
        assertThat(speed.find()).as(reference).isTrue();
        double measured = detail("jobsPerSecond");
        double beside = Double.parseDouble(speed.group(1));
        assertThat(measured).isPositive();
        assertThat(beside).isPositive();
        // Both speeds are told in whole jobs.
        assertThat(value).as(json.toString()).isCloseTo(measured / beside, within(0.01 + value * 0.02));
        return this;
    }
}
