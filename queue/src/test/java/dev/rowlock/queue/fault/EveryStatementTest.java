package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every statement the queue sends fails once in every way there is: the connection is killed before it or its answer is lost after it took effect, a deadlock comes before
 * or after it, a lock is waited for too long; and so does every COMMIT and ROLLBACK. Each time: no acknowledged job is lost, and no job is there that nobody was told
 * of (an enqueue whose answer was lost is read back, A8); none ends twice or is in two places; attempts are never over the limit (A6); a result is written under its lease
 * or not at all (A7); what goes with the caller's transaction happens once or not at all; the caller has an answer, or an exception of the right class with the server's
 * words (B5), after a ROLLBACK (B4, B6); figures are right, and neither a slot, a unique key, a lock nor a transaction stays behind.
 *
 * <p>Where a COMMIT is lost, all that is asked to find out about it fails, too, from the connection to the ROLLBACK, and what is found out is right.
 *
 * <p>Statements are found by living each {@link Chapter} without a fault; those that stand in the module's classes and that no chapter sends fail the test. How faults are made
 * is told by {@link Trouble}. What a worker's threads make of the exceptions of its cycles is in WorkerAtEveryStatementTest.
 */
final class EveryStatementTest {
    /**
     * At each statement one kind of fault in so many: all at 1; at 5, the default on MySQL, each statement with one kind; at 10, the default on MariaDB, every second statement.
     * Each COMMIT with all kinds. Read-backs meet one second fault in {@link #second()}.
     */
    private static final String STRIDE = "rowlock.faults.stride";

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    static final class OnMySql {
        @Test
        void nothingIsLostAndNothingHappensTwice(TestDatabase database) throws Exception {
            new EveryStatementTest(database, Integer.getInteger(STRIDE, 5)).survive();
        }
    }

    @EachServer(only = ServerKind.MARIADB_11_4, sharing = Sharing.DEDICATED)
    static final class OnMariaDb {
        @Test
        void nothingIsLostAndNothingHappensTwice(TestDatabase database) throws Exception {
            new EveryStatementTest(database, Integer.getInteger(STRIDE, 10)).survive();
        }
    }

    /** How a claim reads, by family. */
    private static final Set<String> MYSQL_ONLY = Set.of("CycleStatements.JOB_CLAIM");

    private static final Set<String> MARIADB_ONLY =
            Set.of("CycleStatements.JOB_LOOK", "CycleStatements.JOB_CLAIM_SEEN");

    /** Pieces of one statement that look like statements. */
    private static final Set<String> PIECES = Set.of(
            "CensusStatements.DELAYED",
            "CensusStatements.DEAD",
            "CensusStatements.LINED",
            "CensusStatements.QUEUES",
            "QuarantineStatements.ANSWER_OF_KIND");

    private final TestDatabase database;
    private final int stride;
    private final StatementNames names = StatementNames.read();
    private final Set<String> met = new TreeSet<>();
    private final List<String> failures = new ArrayList<>();
    private int lives;
    private int readBacks;

    private EveryStatementTest(TestDatabase database, int stride) {
        this.database = database;
        this.stride = stride;
    }

    private void survive() throws Exception {
        // The server does not die here, and thousands of commits would wait for the disk.
        database.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0", "SET GLOBAL sync_binlog = 0");
        Schema.migrate(database.dataSource());
        database.execute(
                "CREATE TABLE ours (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(200) NOT NULL, KEY (note))");
        Script script = new Script();
        try (Trouble trouble = Trouble.with(database);
                FaultyConnections connections = new FaultyConnections(database, script, trouble);
                KeptConnections kept = new KeptConnections(database);
                Asking sql = new Asking(database.connect())) {
            Life.World world =
                    new Life.World(database, sql, connections, Queues.open(connections), Queues.open(kept), script);
            world.queues().queue("warm").enqueue(NewJob.of(JobKind.text("warm"), ""));
            for (Chapter chapter : Chapter.all()) {
                throughout(world, trouble, chapter);
            }
            assertThat(script.complaints()).isEmpty();
        }
        assertThat(failures).isEmpty();
        Set<String> missing = names.all();
        missing.removeAll(met);
        missing.removeAll(WorkerAtEveryStatementTest.ONLY_HERE);
        missing.removeAll(PIECES);
        missing.removeAll(database.isMariaDb() ? MYSQL_ONLY : MARIADB_ONLY);
        assertThat(missing)
                .as("statements that no chapter sends, so that nobody knows what happens when they fail")
                .isEmpty();
    }

    /** Lives the chapter once for each step and fault, after once without any. */
    private void throughout(Life.World world, Trouble trouble, Chapter chapter) throws Exception {
        List<Step> steps = live(world, chapter, null, 0, null);
        assertThat(steps).as(chapter.name()).isNotEmpty();
        for (Fault fault : Fault.values()) {
            for (int at = 1; at <= steps.size(); at++) {
                if (fault.canMeet(steps.get(at - 1)) && isWanted(fault, at, steps.get(at - 1))) {
                    attempt(world, chapter, fault, at, steps.get(at - 1), null);
                    readBackFails(world, chapter, fault, at, steps.get(at - 1));
                }
            }
        }
        trouble.awaitNothingElse();
    }

    private boolean isWanted(Fault fault, int at, Step step) {
        List<Fault> kinds =
                Stream.of(Fault.values()).filter(one -> one.canMeet(step)).toList();
        int every = Math.max(1, stride * kinds.size() / Fault.values().length);
        return step.equals(Step.COMMIT) || (at + kinds.indexOf(fault)) % every == 0;
    }

    /** The same where what the last life asked to find out about its lost COMMIT fails as well. */
    private void readBackFails(Life.World world, Chapter chapter, Fault fault, int at, Step step) {
        List<Step> asked = world.script().readBack();
        for (int again = 1; again <= asked.size(); again++) {
            for (Fault then : Fault.values()) {
                if (then.canMeet(asked.get(again - 1)) && readBacks++ % second() == 0) {
                    attempt(world, chapter, fault, at, step, new Script.Second(again, then));
                }
            }
        }
    }

    /** Not in step with the kinds of faults, so that each is met everywhere by somebody. */
    private int second() {
        return stride == 1 ? 1 : 2 * stride + 1;
    }

    private void attempt(
            Life.World world, Chapter chapter, Fault fault, int at, Step step, Script.@Nullable Second second) {
        try {
            live(world, chapter, fault, at, second);
            assertThat(world.script().happened()).as("all faults happened").isTrue();
        } catch (Exception | AssertionError e) {
            world.script().end();
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            String then = second == null ? "" : ", then " + second;
            failures.add(
                    fault + then + " at step " + at + " of \"" + chapter.name() + "\": " + step.sql() + "\n" + text);
        }
    }

    private List<Step> live(
            Life.World world, Chapter chapter, @Nullable Fault fault, int at, Script.@Nullable Second second)
            throws Exception {
        Life life = new Life(world, ++lives, fault, at, second);
        chapter.act().live(life);
        List<Step> steps = world.script().end();
        steps.forEach(step -> met.addAll(names.of(step.sql())));
        world.script().readBack().forEach(step -> met.addAll(names.of(step.sql())));
        life.end();
        return steps;
    }
}
