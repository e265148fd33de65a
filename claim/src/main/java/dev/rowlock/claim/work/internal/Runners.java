package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.work.Outcome;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the handler: as many runners as may be at work, each taking rows for as long as there are any, without a hop between threads. */
final class Runners {
    private static final Logger log = LoggerFactory.getLogger(Runners.class);

    private final String name;
    private final HandlerDesk desk;
    private final IntakeDesk intake;
    private final Handling handling;
    private final Tally tally;
    private final Executor executor;

    Runners(String name, HandlerDesk desk, IntakeDesk intake, Handling handling, Tally tally, Executor executor) {
        this.name = name;
        this.desk = desk;
        this.intake = intake;
        this.handling = handling;
        this.tally = tally;
        this.executor = executor;
    }

    /** Sees to it that waiting rows have runners. */
    void dispatch() {
        for (int more = desk.startRunners(); more > 0; more--) {
            try {
                executor.execute(this::run);
            } catch (RejectedExecutionException e) {
                desk.runnerRefused();
                log.warn("{} executor takes no more work, rows wait reason=\"{}\"", name, e.getMessage());
            }
        }
    }

    private void run() {
        Chunk chunk = desk.start(Thread.currentThread());
        while (chunk != null) {
            List<Outcome> outcomes = handling.handle(name, chunk.rows);
            desk.ended(chunk, outcomes);
            // An interrupt was for rows that are done with.
            boolean interrupted = Thread.interrupted();
            log.trace("{} chunk ended rows={} interrupted={}", name, outcomes.size(), interrupted);
            count(chunk, outcomes);
            chunk = desk.start(Thread.currentThread());
        }
    }

    private void count(Chunk chunk, List<Outcome> outcomes) {
        for (int at = 0; at < outcomes.size(); at++) {
            Held row = chunk.rows.get(at);
            if (outcomes.get(at) instanceof Outcome.Settled settled && !row.lost) {
                Verdicts.count(tally, intake, settled.verdict(), "");
            }
        }
    }
}
