package dev.rowlock.pacing.signal;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the batch itself lost, so that "online lost 3" differs from "batch lost 0" also where both have one account. Whoever runs the batch's
 * transactions counts here when an error arrives. Safe for use by several threads.
 */
public final class OwnLosses {
    private final LongAdder deadlocks = new LongAdder();
    private final LongAdder timeouts = new LongAdder();

    /** Nothing lost yet. */
    public OwnLosses() {}

    /** The batch lost a transaction. */
    public void add(Loss loss) {
        adder(loss).increment();
    }

    public long count(Loss loss) {
        return adder(loss).sum();
    }

    private LongAdder adder(Loss loss) {
        return loss == Loss.DEADLOCK ? deadlocks : timeouts;
    }
}
