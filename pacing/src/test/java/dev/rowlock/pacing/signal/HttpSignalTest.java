package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over a real socket. */
final class HttpSignalTest {
    private static final String PROMETHEUS = """
            # HELP http_server_requests_seconds Requests
            # TYPE http_server_requests_seconds summary
            http_server_requests_seconds{method="POST",uri="/order",quantile="0.5",} 0.0011
            http_server_requests_seconds{method="POST",uri="/order",quantile="0.99",} 0.0061
            http_server_requests_seconds{method="GET",uri="/order",quantile="0.99",} 0.25
            http_server_requests_seconds_count{method="POST",uri="/order",} 9.0
            pool_waiting 3 1700000000000
            broken NaN
            """;

    private static final Duration WINDOW = Duration.ofSeconds(60);
    private Pages pages;

    @BeforeEach
    void start() throws IOException {
        pages = new Pages();
        pages.add("/prometheus", 200, PROMETHEUS);
        pages.add(
                "/json",
                200,
                "{\"timers\": {\"p50\": 1.5, \"p99\": 6.25e0}, \"twice\": 1, \"more\": [{\"twice\": 2}]}");
        pages.add("/down", 503, "p99 1");
    }

    @AfterEach
    void stop() throws IOException {
        pages.close();
    }

    @Test
    void readsPrometheusTextByNameAndLabels() throws Exception {
        HttpSignal p99 = HttpSignal.latency(
                pages.page("/prometheus"),
                "http_server_requests_seconds{uri=\"/order\",quantile=\"0.99\",method=\"POST\"}",
                Duration.ofSeconds(1),
                WINDOW);
        assertThat(new Read(p99).value()).isCloseTo(6.1e6, within(1.0));
        assertThat(new Read(HttpSignal.number(pages.page("/prometheus"), "pool_waiting", WINDOW)).value())
                .isEqualTo(3);
    }

    @Test
    void readsAMemberOfJson() throws Exception {
        HttpSignal p99 = HttpSignal.latency(pages.page("/json"), "p99", Duration.ofMillis(1), WINDOW);
        assertThat(new Read(p99).value()).isEqualTo(6.25e6);
        assertThat(p99.window()).isEqualTo(WINDOW);
    }

    @Test
    void whateverIsNotOneNumberIsStale() throws Exception {
        assertThat(stale("/prometheus", "http_server_requests_seconds{quantile=\"0.99\"}"))
                .contains("2 times");
        assertThat(stale("/prometheus", "http_server_requests")).contains("does not have it");
        assertThat(stale("/prometheus", "broken")).contains("NaN");
        assertThat(stale("/json", "twice")).contains("2 times");
        assertThat(stale("/down", "p99")).contains("status 503");
    }

    @Test
    void aPageThatHangsEndsAfterTwoSeconds() {
        HttpSignal signal = HttpSignal.number(pages.page("/hangs"), "p99", WINDOW);
        long start = System.nanoTime();
        assertThatThrownBy(() -> signal.read(Duration.ZERO)).isInstanceOf(IOException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(1_500), Duration.ofSeconds(4));
    }

    private String stale(String path, String metric) throws Exception {
        return new Read(HttpSignal.number(pages.page(path), metric, WINDOW)).staleReason();
    }
}
