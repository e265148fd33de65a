package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Samples;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One megabyte of each of these kinds of text takes less than 50 ms. Of a busy machine the quietest moment counts, since other work is no part of it. */
final class ReadingSpeedTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int WARM_UP = 15;
    private static final int RUNS = 5;
    private static final int ROUNDS = 10;
    private static final double MOST_MILLIS = 50;

    private final DeadlockReader reader = DeadlockReader.plain();

    @Test
    void aMegabyteTakesLessThanFiftyMilliseconds() {
        Map<String, String> texts = texts();
        for (int i = 0; i < WARM_UP; i++) {
            texts.values().forEach(reader::read);
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        texts.forEach((name, text) -> medians.put(name, medianMillis(text)));
        assertThat(medians)
                .allSatisfy((name, millis) -> assertThat(millis).as(name).isLessThan(MOST_MILLIS));
    }

    /** The median of some runs, of the best of some rounds. */
    private double medianMillis(String text) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS && best >= MOST_MILLIS; round++) {
            long[] nanos = new long[RUNS];
            for (int i = 0; i < RUNS; i++) {
                long start = System.nanoTime();
                reader.read(text);
                nanos[i] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            best = Math.min(best, nanos[RUNS / 2] / 1e6);
        }
        return best;
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("all samples", megabyte(Samples.names().map(Samples::text).collect(Collectors.joining("\n"))));
        texts.put("an error log of MySQL", megabyte(Samples.text("errorlog-verbosity3-C-m97")));
        texts.put("an error log of MariaDB", megabyte(Samples.text("21-mariadb118-three-way-errorlog")));
        texts.put("lines of stars", megabyte("***\n"));
        texts.put("headings of transactions", megabyte("*** (1) TRANSACTION:\n"));
        texts.put("headings of locks", megabyte("*** (1) HOLDS THE LOCK(S):\n"));
        texts.put("last lines", megabyte("*** WE ROLL BACK TRANSACTION (1)\n"));
        texts.put("very long lines", megabyte("*** (1) TRANSACTION: " + "x".repeat(100_000) + "\n"));
        texts.put("no line breaks", megabyte("*** (1) TRANSACTION: "));
        texts.put("blanks", megabyte(" "));
        texts.put("line breaks", megabyte("\n"));
        texts.put("statements that do not end", megabyte(OPEN + "update t set a='\n"));
        texts.put("forged lines that do not end", megabyte(OPEN + "/*" + "*** (1) HOLDS THE LOCK(S):\n".repeat(300)));
        texts.put("locks", "*** (1) TRANSACTION:\n*** (1) HOLDS THE LOCK(S):\n" + megabyte(LOCK));
        texts.put(
                "a record without end",
                "*** (1) WAITING FOR THIS LOCK TO BE GRANTED:\n" + LOCK + megabyte(" 1: len 6; hex"));
        texts.put("transactions without headings", megabyte("TRANSACTION 1, ACTIVE\n" + LOCK + THREAD));
        texts.put("quotes", OPEN + megabyte("'\"`"));
        texts.put("statuses on one escaped line", megabyte(escaped(Samples.text("full-status-m97"))));
        texts.put("escaped line breaks", ESCAPED_TITLE + megabyte("\\n"));
        texts.put("escaped locks", ESCAPED_TITLE + megabyte(escaped(LOCK)));
        texts.put("escaped statements", ESCAPED_TITLE + escaped(OPEN) + megabyte("\\\\'*** (1) TRANSACTION:\\n"));
        return texts;
    }

    private static final String THREAD = "MySQL thread id 1, OS thread handle 2, query id 3 localhost app updating\n";
    private static final String OPEN = "*** (1) TRANSACTION:\nTRANSACTION 1, ACTIVE 1 sec\n" + THREAD;
    private static final String LOCK =
            "RECORD LOCKS space id 2 page no 4 n bits 80 index PRIMARY of table `a`.`b` trx id 1 lock_mode X\n";

    private static final String ESCAPED_TITLE = "\\nLATEST DETECTED DEADLOCK\\n";

    /** As {@code mysql --batch} prints it. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private static String megabyte(String part) {
        return part.repeat(MEGABYTE / part.length() + 1).substring(0, MEGABYTE);
    }
}
