package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.housekeeping.HouseByHand;
import java.time.Duration;
import java.util.List;

/** What is done in the background, where nobody is told: it has to be done the next time, at the latest. */
final class HouseChapters {
    private HouseChapters() {}

    static List<Chapter> all() {
        return List.of(
                new Chapter("delayed jobs become ready", HouseChapters::promotion),
                new Chapter("what is old is forgotten", HouseChapters::forget),
                new Chapter("days come and go", HouseChapters::days),
                new Chapter("jobs are counted", HouseChapters::count));
    }

    private static void promotion(Life life) {
        life.enqueued(life.job("1").delay(Duration.ofHours(1)), life.job("2").delay(Duration.ofHours(1)));
        life.book().timePasses();
        life.begin();
        life.repeated(life.house()::promote);
        assertThat(life.sql()
                        .number("SELECT COUNT(*) FROM rowlock_job WHERE queue_id = "
                                + life.book().queue()))
                .isEqualTo(2);
    }

    private static void forget(Life life) {
        String mine = life.name();
        life.sql()
                .execute(
                        "DELETE FROM rowlock_answer", // of earlier lives
                        "DELETE FROM rowlock_loss",
                        "INSERT INTO rowlock_key VALUES ('old', '" + mine + "', 'x', 1, '2020-01-01')",
                        "INSERT INTO rowlock_key VALUES ('new', '" + mine + "', 'x', 1, '9999-01-01')",
                        "INSERT INTO rowlock_slot VALUES (60000, '" + mine + "', 1000000, 'x', '2020-01-01')",
                        "INSERT INTO rowlock_loss VALUES ('" + mine + "', 1, '" + mine + "', '2020-01-01', 0, 0, 0)",
                        "INSERT INTO rowlock_answer VALUES ('" + mine + "', 1, 5)",
                        "INSERT INTO rowlock_mark VALUES ('" + mine + "', 1, '2020-01-01')");
        life.begin();
        life.repeated(life.house()::forgetKeys);
        life.repeated(life.house()::forgetRates);
        life.repeated(life.house()::forgetMarks);
        life.repeated(life.house()::keepQuarantine);
        assertThat(life.sql().column("SELECT scope FROM rowlock_key WHERE name = '" + mine + "'"))
                .containsExactly("new");
        assertThat(life.sql()
                        .number("SELECT (SELECT COUNT(*) FROM rowlock_slot WHERE line_key = '" + mine
                                + "') + (SELECT COUNT(*) FROM rowlock_loss WHERE kind = '" + mine
                                + "') + (SELECT COUNT(*) FROM rowlock_mark WHERE marked_at < '2020-01-02')"))
                .isZero();
    }

    /** An old day that is to go, and days to come that are not there yet. */
    private static void days(Life life) {
        new HouseByHand(Transactions.of(life.world().sound().dataSource())).keepDays();
        life.sql()
                .execute(
                        "ALTER TABLE rowlock_report PARTITION BY RANGE COLUMNS (day) ("
                                + "PARTITION p20200101 VALUES LESS THAN ('2020-01-02'), PARTITION pmax VALUES LESS THAN (MAXVALUE))");
        life.begin();
        life.repeated(life.house()::keepDays);
        assertThat(life.sql()
                        .column("SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                                + life.world().database().schema() + "' AND TABLE_NAME = 'rowlock_report'"))
                .doesNotContain("p20200101")
                .hasSizeGreaterThan(3);
    }

    private static void count(Life life) {
        // Queues are counted one after the other, and those of earlier lives are empty.
        life.sql()
                .execute("DELETE FROM rowlock_queue WHERE id <> " + life.book().queue());
        life.enqueued(life.job("1"), life.job("2").delay(Duration.ofHours(1)));
        life.begin();
        life.repeated(life.house()::count);
        assertThat(life.answered(life.queues()::counts).get(life.name()))
                .satisfies(counts -> assertThat(counts.ready()).isEqualTo(1))
                .satisfies(counts -> assertThat(counts.delayed()).isEqualTo(1));
    }
}
