package dev.rowlock.cli.batch;

import dev.rowlock.batch.WorkerListener;
import dev.rowlock.cli.work.WorkOutput;
import java.time.Duration;

/** Tells of trouble once, and when it is over. Thread-safe. */
final class RunTeller implements WorkerListener {
    private final WorkOutput output;
    private final long run;
    private String told = "";
    private String left = "";

    RunTeller(WorkOutput output, long run) {
        this.output = output;
        this.run = run;
    }

    @Override
    public synchronized void trouble(String reason) {
        if (!reason.equals(told)) {
            told = reason;
            output.event(RunJson.message("trouble", run, reason), "WARN trouble, nothing is lost: " + reason);
        }
    }

    /** Told once, though each thread leaves. */
    @Override
    public synchronized void left(String reason) {
        if (!reason.equals(left)) {
            left = reason;
            output.event(RunJson.message("left", run, reason), "WARN " + reason);
        }
    }

    /** Whether this process left the run without being able to write down why. */
    synchronized boolean hasLeft() {
        return !left.isEmpty();
    }

    @Override
    public void shardLost(int shard) {
        String message = "lease lost on shard " + shard + ": another process works it, nothing is done twice";
        output.event(RunJson.message("shard-lost", run, message), "WARN " + message);
    }

    @Override
    public synchronized void chunkCommitted(int shard, int touched, Duration held) {
        if (!told.isEmpty()) {
            told = "";
            output.event(RunJson.message("goes-on", run, "it goes on"), "it goes on");
        }
    }
}
