package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * A number from a page of the application: Prometheus text such as {@code /actuator/prometheus}, or JSON. Anything but exactly one finite number
 * with status 200 is stale. Needs no right on the server.
 */
public final class HttpSignal implements Signal {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final HttpClient client;
    private final HttpRequest request;
    private final String metric;
    private final Unit unit;
    private final double factor;
    private final Duration window;
    private final LevelHistory history;

    private HttpSignal(URI page, String metric, Unit unit, double factor, Duration window) {
        this.client = HttpClient.newBuilder().connectTimeout(LIMIT).build();
        this.request = HttpRequest.newBuilder(page).timeout(LIMIT).GET().build();
        this.metric = metric;
        this.unit = unit;
        this.factor = factor;
        this.window = window;
        this.history = new LevelHistory(window);
    }

    /**
     * A latency.
     *
     * @param metric {@code name}, {@code name{quantile="0.99",uri="/order"}}, or the name of a JSON member
     * @param each what one of the page's numbers means: a second for Prometheus, by its conventions
     * @param window the time the page's own figure covers
     */
    public static HttpSignal latency(URI page, String metric, Duration each, Duration window) {
        return new HttpSignal(page, metric, Unit.NANOSECONDS, each.toNanos(), window);
    }

    /** A plain number. */
    public static HttpSignal number(URI page, String metric, Duration window) {
        return new HttpSignal(page, metric, Unit.COUNT, 1, window);
    }

    @Override
    public String name() {
        return metric;
    }

    @Override
    public Duration window() {
        return window;
    }

    @Override
    public Unit unit() {
        return unit;
    }

    @Override
    public Reading read(Duration now) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            return stale("answered with status " + response.statusCode());
        }
        List<Double> values = MetricText.values(response.body(), metric);
        if (values.size() != 1) {
            return stale(values.isEmpty() ? "does not have it" : "has it " + values.size() + " times: name its labels");
        }
        return history.plus(now, values.get(0) * factor, unit, metric);
    }

    private Reading stale(String what) {
        return new Reading.Stale(Duration.ZERO, metric + ": " + request.uri() + " " + what);
    }
}
