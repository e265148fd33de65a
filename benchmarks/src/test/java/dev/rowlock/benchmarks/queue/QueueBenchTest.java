package dev.rowlock.benchmarks.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Each measure of the managed queue at its smallest size: that it runs to its end, tells figures that belong together, and leaves nothing behind.
 * Nothing here says how fast anything is.
 */
@EachServer(only = ServerKind.MYSQL_DEV)
final class QueueBenchTest {
    private static List<Figure> measured(TestDatabase database, String measure, String... ids) {
        List<Figure> figures = BenchRun.of(measure, database).figures(ids);
        assertThat(schemas(database)).isEmpty();
        return figures;
    }

    private static List<?> schemas(TestDatabase database) {
        return database.column("SHOW DATABASES LIKE 'rowlock\\_bench%'");
    }

    @Test
    void p1TellsTheQueueBesideABareLoop(TestDatabase database) {
        Figure figure = measured(database, "P1", "P1").get(0).isTheRatioOfItsSpeeds();
        assertThat(figure.detail("enqueueRatio")).isPositive();
        assertThat(figure.detail("workRatio")).isPositive();
    }

    @Test
    void p2TellsTheQueueBesideEachOtherLibrary(TestDatabase database) {
        List<Figure> figures = measured(database, "P2", "P2", "P2b", "P2c", "P2d");
        figures.forEach(Figure::isTheRatioOfItsSpeeds);
        assertThat(figures)
                .extracting(Figure::reference)
                .satisfiesExactly(
                        reference -> assertThat(reference).startsWith("db-scheduler with 8 threads, "),
                        reference -> assertThat(reference).startsWith("JobRunr with 8 threads, "),
                        reference -> assertThat(reference).startsWith("Quartz with 8 threads, "),
                        reference -> assertThat(reference).startsWith("db-scheduler with 8 threads, "));
        assertThat(figures)
                .allSatisfy(figure ->
                        assertThat(figure.json().path("settings").asText()).isNotBlank());
    }

    @Test
    void p3TellsBulkEnqueueBesideBareInserts(TestDatabase database) {
        measured(database, "P3", "P3").get(0).isTheRatioOfItsSpeeds();
    }

    @Test
    void p4TellsTheLastJobsBesideTheFirstUnderOneSnapshot(TestDatabase database) {
        measured(database, "P4", "P4").get(0).isTheRatioOfItsSpeeds();
    }

    @Test
    void p5TellsFullTablesBesideEmptyOnes(TestDatabase database) {
        Figure figure = measured(database, "P5", "P5").get(0).isTheRatioOfItsSpeeds();
        assertThat(figure.detail("readyRows")).isEqualTo(1_000);
        assertThat(figure.detail("finishedRows")).isEqualTo(1_000);
    }

    @Test
    void p6TellsHowSoonJobsStartAndWhatAnIdleProcessAsks(TestDatabase database) {
        List<Figure> figures = measured(database, "P6", "P6", "P6b", "P6c", "P6d");
        assertThat(figures.get(0).detail("bareClaimMillis")).isPositive();
        Figure woken = figures.get(1).isPositive();
        assertThat(woken.value())
                .isCloseTo(
                        woken.detail("startMillis") / woken.detail("bareClaimMillis"),
                        within(0.01 + woken.value() * 0.02));
        figures.get(2).isPositive();
        figures.get(3).isPositive();
    }

    @Test
    void p7TellsTheStatementsOfAJob(TestDatabase database) {
        Figure figure = measured(database, "P7", "P7").get(0).isPositive();
        assertThat(figure.detail("enqueueStatementsPerJob")).isPositive();
        // Whatever else runs: batches are what it counts.
        assertThat(figure.value()).isLessThan(1);
    }
}
