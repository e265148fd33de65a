package dev.rowlock.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.claim.TargetedClaim;
import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.internal.sql.DemoStatements;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the demo does, step by step. Used by one thread. */
final class Demo {
    private static final int WORKERS = 3;
    private static final int FIRST_ROWS = 1_500;
    private static final int MORE_ROWS = 10;
    private static final Duration BETWEEN_ROWS = Duration.ofMillis(250);
    private static final long BUSY_ENOUGH = 60;

    private final Narrator narrator;
    private final DemoClock clock;
    private final String url;
    private final DemoDatabase database;
    private final LeaseTable jobs;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();

    Demo(Narrator narrator, DemoClock clock, String url, Transactions transactions) {
        this.narrator = narrator;
        this.clock = clock;
        this.url = url;
        this.database = new DemoDatabase(transactions);
        database.createTables();
        this.jobs = LeaseTable.open(
                transactions,
                TableLayout.of("job_queue"),
                LeaseSettings.standard().withLease(DemoWorkerCommand.LEASE));
    }

    /** Plays it. */
    ExitCode run() throws IOException, InterruptedException {
        try {
            fill();
            startWorkers();
            killOne();
            askForOneRow();
            goOn();
            finish();
            return prove();
        } finally {
            workers.forEach(WorkerProcess::close);
        }
    }

    private void fill() {
        database.add(FIRST_ROWS);
        narrator.step("Two tables as they stand in many applications, job_queue and task_queue, with " + FIRST_ROWS
                + " ready rows each.");
    }

    private void startWorkers() throws IOException {
        for (int number = 1; number <= WORKERS; number++) {
            workers.add(WorkerProcess.start("worker-" + number, url));
        }
        narrator.step(WORKERS + " worker processes start (pids "
                + String.join(
                        ", ",
                        workers.stream()
                                .map(worker -> Long.toString(worker.pid()))
                                .toList())
                + "). Each claims rows of both tables, works on them outside any transaction, and writes the effect and the row's"
                + " completion in one transaction. A lease is " + DemoWorkerCommand.LEASE.toSeconds()
                + " s, extended while work goes on.");
    }

    private void killOne() throws InterruptedException {
        WorkerProcess victim = workers.get(1);
        boolean busy = clock.await(
                Duration.ofSeconds(20),
                () -> database.number(DemoStatements.EFFECTS_OF_WORKER, victim.name()) >= BUSY_ENOUGH);
        victim.kill();
        long held = processing();
        long done = database.number(DemoStatements.EFFECTS_OF_WORKER, victim.name());
        narrator.step("kill -9 " + victim.pid() + ": " + victim.name() + " is gone after " + done
                + " rows" + (busy ? "" : " (it had hardly begun)") + "; it could give nothing back. " + held
                + " rows are processing now, some of them for nobody. The others go on.");
    }

    private long processing() {
        return database.number(DemoStatements.JOB_QUEUE_PROCESSING)
                + database.number(DemoStatements.TASK_QUEUE_PROCESSING);
    }

    private void askForOneRow() {
        long id = database.addLater();
        RowKey key = RowKey.of(id);
        String[] answers = new String[2];
        long[] nanos = new long[1];
        jobs.claim(RowKey.of(Long.MAX_VALUE)); // the first statement of its kind is slow for reasons of its own
        database.whileLocked(id, () -> {
            long start = System.nanoTime();
            answers[0] = word(jobs.claim(key));
            nanos[0] = System.nanoTime() - start;
        });
        answers[1] = word(jobs.claim(key));
        database.makeReady(id);
        boolean right = answers[0].equals("busy") && answers[1].startsWith("not ready");
        narrator.step("A claim of exactly job " + id + " while another session has it locked: answer \"" + answers[0]
                + "\" after " + Math.round(nanos[0] / 1e4) / 1e2 + " ms, without waiting. Once the lock is gone: \""
                + answers[1]
                + "\", since it is due in an hour. (Now it is due, and a worker takes it.)");
        facts.add("a targeted claim of a locked row was answered \"" + answers[0] + "\"");
        if (!right) {
            throw new IllegalStateException(
                    "a targeted claim of a locked row was answered " + answers[0] + ", then " + answers[1]);
        }
    }

    private static String word(TargetedClaim answer) {
        return answer.fold(
                claimed -> "claimed",
                busy -> "busy",
                notReady -> "not ready: " + notReady.seen().status(),
                notFound -> "not found");
    }

    private void goOn() throws InterruptedException {
        narrator.step("More rows come in all the while, " + 1000 / BETWEEN_ROWS.toMillis() * MORE_ROWS
                + " a second into each table.");
        while (!clock.await(BETWEEN_ROWS, clock::isTimeToFinish)) {
            database.add(MORE_ROWS);
            narrator.now(database.number(DemoStatements.EFFECTS_ALL), open());
        }
    }

    private long open() {
        return database.number(DemoStatements.JOB_QUEUE_OPEN) + database.number(DemoStatements.TASK_QUEUE_OPEN);
    }

    private void finish() throws IOException, InterruptedException {
        boolean drained = clock.await(Duration.ofSeconds(30), () -> open() == 0);
        narrator.step(
                drained
                        ? "No more rows come in, and nothing is ready or processing any more."
                        : "Rows are left open: " + open());
        long reclaimed = 0;
        long lost = 0;
        for (WorkerProcess worker : workers) {
            if (worker.isAlive()) {
                Optional<JsonNode> said = worker.stop();
                if (said.isEmpty()) {
                    throw new IllegalStateException(worker.name() + " did not end well");
                }
                for (String table : List.of("job_queue", "task_queue")) {
                    reclaimed += said.get().path(table).path("reclaimed").asLong();
                    lost += said.get().path(table).path("lost").asLong();
                }
            }
        }
        narrator.step("The two workers that are left were told to stop and did.");
        facts.add(reclaimed + " rows of the killed worker were taken back by the others when its leases ended ("
                + database.number(DemoStatements.JOB_QUEUE_TRIED_AGAIN) + " of job_queue show a counted attempt)");
        facts.add(lost + " leases were lost by the workers that lived");
    }

    private ExitCode prove() {
        Proof proof = new Proof(database).run();
        narrator.summary(facts, proof);
        return proof.holds() ? ExitCode.DONE : ExitCode.NO;
    }
}
