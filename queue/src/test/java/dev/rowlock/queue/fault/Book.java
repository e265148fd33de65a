package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.housekeeping.HouseByHand;
import dev.rowlock.queue.internal.work.WorkerByHand;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one queue's callers were told, and whether it is true. Used by one thread. */
final class Book {
    /** What has to become of a job. */
    enum Fate {
        DONE(0),
        CANCELLED(1),
        DISCARDED(3),
        DEAD(-1);

        private final int outcome;

        Fate(int outcome) {
            this.outcome = outcome;
        }
    }

    /** Jobs with this payload leave an effect in the transaction that completes them. */
    static final String EFFECT = "effect";

    private static final int MOST_ROUNDS = 30;

    private static final String HERE = " WHERE queue_id = %d";

    /** Every place a job can be in. Tickets are none. */
    private static final String PLACES =
            "SELECT HEX(id), 100, attempts, max_attempts FROM rowlock_job WHERE queue_id = %1$d AND kind <> ''"
                    + " UNION ALL SELECT HEX(id), 101, attempts, max_attempts FROM rowlock_delayed WHERE queue_id = %1$d AND kind <> ''"
                    + " UNION ALL SELECT HEX(id), 102, attempts, max_attempts FROM rowlock_lined WHERE queue_id = %1$d"
                    + " UNION ALL SELECT HEX(id), -1, attempts, max_attempts FROM rowlock_dead WHERE queue_id = %1$d"
                    + " UNION ALL SELECT HEX(id), outcome, attempts, 1000000 FROM rowlock_history WHERE queue_id = %1$d";

    private final Life.World world;
    private final Asking sql;
    private final int queue;
    private final Map<JobId, Fate> fates = new LinkedHashMap<>();
    private final Set<JobId> effects = new LinkedHashSet<>();
    private History history = History.KEPT;

    Book(Life.World world, String name) {
        this.world = world;
        this.sql = world.sql();
        this.queue = (int) sql.number("SELECT id FROM rowlock_queue WHERE name = '" + name + "'");
    }

    int queue() {
        return queue;
    }

    /** Somebody was told that this job is there, or that this became of it. */
    void expect(JobId id, Fate fate) {
        fates.put(id, fate);
    }

    /** How many jobs were acknowledged. */
    int size() {
        return fates.size();
    }

    /** It also has to have its effect, once. */
    void expectEffect(JobId id) {
        fates.put(id, Fate.DONE);
        effects.add(id);
    }

    void counted() {
        history = History.COUNTED;
    }

    /** Workers of this life are gone; another one, to which nothing happens, works off what is there. */
    void finish() throws SQLException {
        Transactions sound = Transactions.of(world.sound().dataSource());
        WorkerByHand worker = new WorkerByHand(queue, sound, history, Life.LEASE);
        HouseByHand house = new HouseByHand(sound);
        for (int round = 1; left() > 0; round++) {
            assertThat(round)
                    .as("rounds, and still there: %s", sql.rows(PLACES.formatted(queue)))
                    .isLessThan(MOST_ROUNDS);
            timePasses();
            house.promote();
            for (JobId job : worker.claim(100)) {
                end(worker, job);
            }
            worker.write();
        }
        worker.write(); // the last figures
    }

    private void end(WorkerByHand worker, JobId job) throws SQLException {
        if (!worker.payload(job).equals(EFFECT)) {
            worker.done(job);
            return;
        }
        try (Connection connection = world.sound().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            effect(connection, job);
            assertThat(worker.completeOn(connection, job)).isTrue();
            connection.commit();
            connection.setAutoCommit(true);
            worker.settled(job);
        }
    }

    /** What a handler does besides. */
    static void effect(Connection connection, JobId job) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ours (note) VALUES (?)")) {
            insert.setString(1, EFFECT + " " + job);
            insert.executeUpdate();
        }
    }

    long left() {
        return sql.number(
                ("SELECT (SELECT COUNT(*) FROM rowlock_job" + HERE + ") + (SELECT COUNT(*) FROM rowlock_delayed" + HERE
                                + ") + (SELECT COUNT(*) FROM rowlock_lined" + HERE + ")")
                        .formatted(queue, queue, queue));
    }

    /** Leases end and delayed jobs are due. */
    void timePasses() {
        sql.execute(
                ("UPDATE rowlock_job SET lease_until = '2020-01-01'" + HERE + " AND lease_until > '2020-01-02'")
                        .formatted(queue),
                ("UPDATE rowlock_delayed SET due_at = '2020-01-01'" + HERE + " AND due_at > '2020-01-02'")
                        .formatted(queue),
                ("UPDATE rowlock_slot SET free_at = '2020-01-01'" + HERE + " AND free_at > '2020-01-02'")
                        .formatted(queue));
    }

    /** Every job in one place, which is the one its caller was told of; nothing is held any more, and what is counted is what is there. */
    void verify() {
        Map<String, Integer> found = new HashMap<>();
        for (List<?> values : sql.rows(PLACES.formatted(queue))) {
            String id = String.valueOf(values.get(0));
            assertThat(found.put(id, ((Number) values.get(1)).intValue()))
                    .as("job %s is in a second place", id)
                    .isNull();
            assertThat(((Number) values.get(2)).intValue())
                    .as("attempts of job %s", id)
                    .isLessThanOrEqualTo(((Number) values.get(3)).intValue());
        }
        Map<String, Integer> expected = new HashMap<>();
        fates.forEach((id, fate) -> expected.put(hex(id), fate.outcome));
        if (history == History.COUNTED) {
            expected.values().removeIf(outcome -> outcome == Fate.DONE.outcome);
        }
        assertThat(found).as("what became of the jobs").isEqualTo(expected);
        assertThat(sql.number(("SELECT COUNT(*) FROM rowlock_slot" + HERE + " AND number < 1000000").formatted(queue)))
                .as("slots of lines that are held still")
                .isZero();
        assertThat(sql.number(("SELECT COUNT(*) FROM rowlock_unique" + HERE).formatted(queue)))
                .as("unique keys that are held still")
                .isZero();
        verifyEffects();
        verifyFigures();
    }

    private void verifyEffects() {
        for (JobId id : effects) {
            assertThat(sql.number("SELECT COUNT(*) FROM ours WHERE note = '" + EFFECT + " " + id + "'"))
                    .as("effects of job %s", id)
                    .isEqualTo(1);
        }
    }

    /** How many have ended, as counted when they did. */
    private void verifyFigures() {
        Map<Integer, Long> counted = new HashMap<>();
        sql.rows(("SELECT outcome, CAST(SUM(jobs) AS SIGNED) FROM rowlock_counter" + HERE + " GROUP BY outcome")
                        .formatted(queue))
                .forEach(row -> counted.put(
                        number(row.get(0)).intValue(), number(row.get(1)).longValue()));
        for (Fate fate : new Fate[] {Fate.DONE, Fate.CANCELLED, Fate.DISCARDED}) {
            long ended = fates.values().stream().filter(fate::equals).count();
            assertThat(counted.getOrDefault(fate.outcome, 0L))
                    .as("jobs counted as %s", fate)
                    .isEqualTo(ended);
        }
    }

    private static Number number(@Nullable Object value) {
        return (Number) Objects.requireNonNull(value);
    }

    static String hex(JobId id) {
        return id.toString().replace("-", "").toUpperCase(Locale.ROOT);
    }
}
