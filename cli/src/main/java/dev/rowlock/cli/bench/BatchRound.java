package dev.rowlock.cli.bench;

import dev.rowlock.cli.bench.BatchProcess.Ended;
import dev.rowlock.cli.bench.Online.Seen;

/**
 * One round of a batch beside online traffic. Immutable.
 *
 * @param firstHalf online traffic before the batch
 * @param secondHalf the same right after that
 * @param beside the same while it ran
 * @param left rows that matched and are not done
 * @param overwritten rows that online traffic changed and the batch changed all the same
 */
record BatchRound(
        Seen firstHalf, Seen secondHalf, Seen beside, double rowsPerSecond, long left, long overwritten, Ended ended) {
    /** Online traffic before the batch. */
    Seen alone() {
        return firstHalf.and(secondHalf);
    }

    /** What the machine does by itself: without any batch the two halves should have the same P99. */
    double drift() {
        return secondHalf.p99Millis() / firstHalf.p99Millis();
    }

    double ratio() {
        return beside.p99Millis() / alone().p99Millis();
    }

    double throughput() {
        return beside.perSecond() / alone().perSecond();
    }
}
