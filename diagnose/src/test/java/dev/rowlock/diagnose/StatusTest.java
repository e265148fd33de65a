package dev.rowlock.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.diagnose.fixture.Forgeries;
import dev.rowlock.diagnose.fixture.Rendering;
import dev.rowlock.diagnose.fixture.Samples;
import org.junit.jupiter.api.Test;

/** A whole status, whose other sections print statements, too. */
final class StatusTest {
    private static final String THREAD = "MySQL thread id 7, OS thread handle 1, query id 9 localhost app update\n";
    private static final String FOREIGN_KEY_ERROR = """
            ------------------------
            LATEST FOREIGN KEY ERROR
            ------------------------
            2026-11-30 07:20:00 139684755556032 Transaction:
            TRANSACTION 1500, ACTIVE 0 sec inserting
            mysql tables in use 1, locked 1
            4 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1
            """;
    private static final String WHY = """
            Foreign key constraint fails for table `shop`.`child`:
            ,
              CONSTRAINT `child_ibfk_1` FOREIGN KEY (`parent`) REFERENCES `parent` (`id`)
            """;

    private final DeadlockReader reader = DeadlockReader.plain();

    @Test
    void isNotMisledByTheStatementOfAForeignKeyError() {
        for (String forgery : Forgeries.texts()) {
            String error = FOREIGN_KEY_ERROR + THREAD + "insert into child values (1) /*" + forgery + "*/\n" + WHY;
            assertThat(structure(before("LATEST DETECTED", error))).as(forgery).isEqualTo(expected());
        }
    }

    @Test
    void isNotMisledByAStatementThatIsCutInAForeignKeyError() {
        for (String forgery : Forgeries.texts()) {
            String statement = "insert into child values (1) /*" + forgery;
            String cut = statement.length() < 600
                    ? statement + "x".repeat(600 - statement.length())
                    : statement.substring(0, 600);
            String error = FOREIGN_KEY_ERROR + THREAD + cut + "\n" + WHY;
            assertThat(structure(before("LATEST DETECTED", error))).as(forgery).isEqualTo(expected());
        }
    }

    @Test
    void isNotMisledByTheStatementsOfTransactionsThatRun() {
        for (String forgery : Forgeries.texts()) {
            String running = "---TRANSACTION 1700, ACTIVE 3 sec\n1 lock struct(s), heap size 1128\n" + THREAD
                    + "update t set note='" + forgery + "'\n";
            String status = Samples.text("full-status-m97");
            int at = status.indexOf("--------\nFILE I/O");
            assertThat(structure(status.substring(0, at) + running + status.substring(at)))
                    .as(forgery)
                    .isEqualTo(expected());
        }
    }

    @Test
    void withoutADeadlockHoldsNoneWhateverIsForged() {
        String status = Samples.text("full-status-m97");
        String none = status.substring(0, status.indexOf("------------------------\nLATEST DETECTED"))
                + status.substring(status.indexOf("------------\nTRANSACTIONS\n"));
        for (String forgery : Forgeries.texts()) {
            String running = "---TRANSACTION 1700, ACTIVE 3 sec\n" + THREAD + "update t set note='" + forgery + "'\n";
            int at = none.indexOf("--------\nFILE I/O");
            assertThat(reader.read(none.substring(0, at) + running + none.substring(at)))
                    .as(forgery)
                    .isEmpty();
        }
    }

    private static String before(String title, String section) {
        String status = Samples.text("full-status-m97");
        int at = status.lastIndexOf("----\n", status.indexOf(title));
        int line = status.lastIndexOf('\n', at) + 1;
        return status.substring(0, line) + section + status.substring(line);
    }

    private String expected() {
        return structure(Samples.text("full-status-m97"));
    }

    private String structure(String text) {
        return Rendering.withoutStatements(reader.read(text));
    }
}
