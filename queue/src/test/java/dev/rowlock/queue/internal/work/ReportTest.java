package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.LogLine;
import dev.rowlock.queue.internal.LogText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is kept of what an attempt tells. */
final class ReportTest {
    private static List<LogLine> lines(Report report) {
        return LogText.parse(Objects.requireNonNull(
                Objects.requireNonNull(report.unwritten()).log()));
    }

    @Test
    void theLastHundredLinesAreKeptAndTheOthersAreCounted() {
        Report report = new Report();
        IntStream.range(0, 1_000).forEach(n -> report.log(Duration.ofMillis(n), "line " + n));
        assertThat(lines(report)).hasSize(Report.MOST_LINES);
        assertThat(lines(report).get(0)).isEqualTo(new LogLine(Duration.ofMillis(900), "line 900"));
        assertThat(Objects.requireNonNull(report.unwritten()).omitted()).isEqualTo(900);
    }

    @Test
    void sixteenKibibytesAreKeptWhateverTheCharacters() {
        Report report = new Report();
        IntStream.range(0, 50).forEach(n -> report.log(Duration.ZERO, "\uD83D\uDE80".repeat(2_000)));
        String log = Objects.requireNonNull(
                Objects.requireNonNull(report.unwritten()).log());
        assertThat(log.getBytes(StandardCharsets.UTF_8).length).isBetween(Report.MOST_BYTES - 3_000, Report.MOST_BYTES);
        assertThat(lines(report)).allSatisfy(line -> assertThat(line.text()).hasSize(Report.LONGEST_LINE));
    }

    @Test
    void aLineWithLineEndsAndBackslashesComesBackAsItWas() {
        Report report = new Report();
        Stream.of("", "a\nb\r\nc", "C:\\new\\run", "\\", " spaces ", "\u2028")
                .forEach(text -> report.log(Duration.ZERO, text));
        assertThat(lines(report))
                .extracting(LogLine::text)
                .containsExactly("", "a\nb\r\nc", "C:\\new\\run", "\\", " spaces ", "\u2028");
    }

    @Test
    void onlyWhatIsNewIsToBeWritten() {
        Report report = new Report();
        assertThat(report.unwritten()).isNull();
        report.progress(-3, -1, "n".repeat(500));
        Report.Content first = Objects.requireNonNull(report.unwritten());
        assertThat(first.done()).isZero();
        assertThat(first.total()).isZero();
        assertThat(first.note()).hasSize(Report.LONGEST_NOTE);
        assertThat(first.log()).isNull();
        report.progress(5, 10, null);
        report.written(first);
        assertThat(Objects.requireNonNull(report.unwritten()).done())
                .as("told while the first was being written")
                .isEqualTo(5);
        report.written(Objects.requireNonNull(report.unwritten()));
        assertThat(report.unwritten()).isNull();
    }

    @Test
    void manyThreadsTellAtOnce() throws Exception {
        Report report = new Report();
        CountDownLatch done = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            new Thread(() -> {
                        IntStream.range(0, 1_000).forEach(n -> report.log(Duration.ZERO, "n"));
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        Report.Content content = Objects.requireNonNull(report.unwritten());
        assertThat(content.omitted() + lines(report).size()).isEqualTo(4_000);
    }
}
