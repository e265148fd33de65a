package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Sensors;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.Unit;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sensors that die in the ways sensors die; each has to become stale by itself, and to come back. */
final class SensorsTest {
    private static final Duration OFTEN = Duration.ofMillis(100);

    @EachServer(sharing = Sharing.DEDICATED)
    void aKilledServerMakesItsSignalsStaleAndARestartedOneFresh(TestDatabase database) throws Exception {
        QuerySignal signal = QuerySignal.of(database.dataSource(), "one", Unit.COUNT, "SELECT 1");
        try (Sensors sensors = Sensors.start(List.of(signal), Ticker.system(), OFTEN)) {
            await().until(() -> isFresh(sensors, "one"));
            database.server().kill();
            await().atMost(Duration.ofSeconds(4)).until(() -> !isFresh(sensors, "one"));
            database.server().restart();
            await().atMost(Duration.ofSeconds(20)).until(() -> isFresh(sensors, "one"));
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aFrozenConnectionIsStaleAndItsNeighbourIsNot(TestDatabase database) throws Exception {
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            String url = database.urlThrough(network.port());
            Connections through = () -> DriverManager.getConnection(url);
            List<QuerySignal> signals = List.of(
                    QuerySignal.of(through, "far", Unit.COUNT, "SELECT 1"),
                    QuerySignal.of(database.dataSource(), "near", Unit.COUNT, "SELECT 2"));
            try (Sensors sensors = Sensors.start(signals, Ticker.system(), OFTEN)) {
                await().until(() -> isFresh(sensors, "far") && isFresh(sensors, "near"));
                network.freezeAll();
                long start = System.nanoTime();
                await().atMost(Duration.ofSeconds(4)).until(() -> !isFresh(sensors, "far"));
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
                assertThat(isFresh(sensors, "near")).isTrue();
                network.cutAll();
                await().atMost(Duration.ofSeconds(6)).until(() -> isFresh(sensors, "far"));
            }
        }
    }

    @Test
    void aSensorThatThrowsAndOneThatNobodyReadsAreStaleInWords() {
        SuppliedSignal broken = SuppliedSignal.of("timer", Unit.COUNT, Duration.ofSeconds(1), () -> {
            throw new IllegalStateException("registry closed");
        });
        SuppliedSignal empty = SuppliedSignal.of("empty", Unit.COUNT, Duration.ofSeconds(1), () -> Double.NaN);
        try (Sensors sensors = Sensors.start(List.of(broken, empty), Ticker.system(), OFTEN)) {
            await().until(() -> reason(sensors, "timer").equals("timer failed: registry closed"));
            await().until(() -> reason(sensors, "empty").equals("empty is NaN"));
            assertThat(reason(sensors, "other")).isEqualTo("nobody reads other");
        }
    }

    private static boolean isFresh(Sensors sensors, String signal) {
        return sensors.reading(signal).fold(fresh -> true, stale -> false);
    }

    private static String reason(Sensors sensors, String signal) {
        Reading reading = sensors.reading(signal);
        return reading.fold(Reading.Fresh::text, Reading.Stale::reason);
    }
}
