package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.WorkerCounts;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of jobs. Thread-safe. */
final class Tally {
    final LongAdder claimed = new LongAdder();
    final LongAdder done = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder dead = new LongAdder();
    final LongAdder snoozed = new LongAdder();
    final LongAdder lost = new LongAdder();

    /** A result is committed. */
    void written(Ruling ruling) {
        switch (ruling.kind()) {
            case DONE -> done.increment();
            case DEAD -> dead.increment();
            case LATER -> (ruling.failure() == null ? snoozed : failed).increment();
            case RELEASED -> {}
        }
    }

    WorkerCounts counts(int held) {
        return new WorkerCounts(claimed.sum(), done.sum(), failed.sum(), dead.sum(), snoozed.sum(), lost.sum(), held);
    }
}
