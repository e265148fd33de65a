package dev.rowlock.claim.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps a handler in the middle of its work until the test lets it go on. */
final class Gate {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    /** For the handler. */
    void pass() throws InterruptedException {
        entered.countDown();
        if (!open.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the test never opened the gate");
        }
    }

    /** For the test: until a handler stands there. */
    void awaitEntered() throws InterruptedException {
        if (!entered.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no handler came");
        }
    }

    void open() {
        open.countDown();
    }
}
