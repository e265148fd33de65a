package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Rendering;
import dev.rowlock.diagnose.fixture.Samples;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Many deadlocks in one text. */
final class ErrorLogTest {
    private static final String OTHER_LINES = """
            2026-11-30T07:38:01.000001Z 12 [Note] Aborted connection 12 to db: 'shop' user: 'app' host: 'localhost'
            2026-11-30T07:38:02.000001Z 0 [Warning] InnoDB: page_cleaner: 1000ms intended loop took 4096ms.
            /usr/sbin/mysqld: ready for connections.
            """;

    private final DeadlockReader reader = DeadlockReader.plain();

    @Test
    void holdsEveryDeadlockAmongOtherLines() {
        List<String> samples = List.of(
                "errorlog-C-m57",
                "errorlog-verbosity3-C-m97",
                "21-mariadb118-three-way-errorlog",
                "20-mysql57-errorlog-print-all-deadlocks");
        String log = samples.stream()
                .map(Samples::text)
                .collect(Collectors.joining("\n" + OTHER_LINES, OTHER_LINES, "\n" + OTHER_LINES));
        String expected =
                samples.stream().map(Samples::text).map(this::structure).collect(Collectors.joining());
        assertThat(structure(log)).isEqualTo(expected);
    }

    @Test
    void keepsDeadlocksApartThatFollowEachOtherAndAreCut() {
        String whole = Samples.text("errorlog-C-m57");
        String cut = whole.substring(0, whole.indexOf("*** (2) WAITING"));
        List<Deadlock> deadlocks = reader.read(cut + "\n" + whole);
        assertThat(deadlocks).extracting(Deadlock::victim).containsExactly(null, 2);
        assertThat(deadlocks)
                .allSatisfy(deadlock -> assertThat(deadlock.transactions()).hasSize(2));
    }

    /** MySQL 8 with log_error_verbosity=2, its default. */
    @Test
    void isReadWithoutTheLinesThatMySqlDropsByDefault() {
        String sample = Samples.text("errorlog-verbosity3-C-m97");
        String log = sample.lines().filter(line -> !line.contains("[Note]")).collect(Collectors.joining("\n")) + "\n";
        List<Deadlock> deadlocks = reader.read(log + log);
        assertThat(deadlocks).hasSize(2).allSatisfy(deadlock -> {
            assertThat(deadlock.victim()).isNull();
            assertThat(deadlock.notes())
                    .containsExactly(
                            "who was rolled back is unknown: the report has no line that says so (MySQL 8 needs"
                                    + " log_error_verbosity=3 to log it)");
            assertThat(deadlock.transactions()).extracting(Transaction::number).containsExactly(null, null, null);
            assertThat(deadlock.transactions()).extracting(Transaction::id).containsExactly("2163", "2164", "2162");
            assertThat(deadlock.transactions())
                    .extracting(Transaction::threadId)
                    .containsExactly(159L, 157L, 158L);
            assertThat(deadlock.transactions()).allSatisfy(transaction -> {
                assertThat(transaction.holds()).hasSize(1);
                assertThat(transaction.waits()).hasSize(1);
            });
        });
    }

    @Test
    void ofAnotherServerHoldsNone() {
        assertThat(reader.read(OTHER_LINES)).isEmpty();
        assertThat(reader.read("")).isEmpty();
        assertThat(reader.read("*** WE ROLL BACK TRANSACTION (1)\n")).isEmpty();
    }

    private String structure(String text) {
        return Rendering.withoutStatements(reader.read(text));
    }
}
