package dev.rowlock.claim.internal;

/** The ways in which a claim ends other than by completion; each is one UPDATE. */
enum Settling {
    /** Back to ready at once, in its old place. */
    RELEASE(Delay.NONE, Attempt.KEPT),
    /** Back to ready after a delay. */
    RELEASE_LATER(Delay.GIVEN, Attempt.KEPT),
    /** Failed, ready again after the backoff. */
    RETRY(Delay.GIVEN, Attempt.COUNTED),
    /** Failed for the last time. */
    DEAD(Delay.NONE, Attempt.COUNTED);

    private enum Delay {
        NONE,
        GIVEN
    }

    private enum Attempt {
        KEPT,
        COUNTED
    }

    private final Delay delay;
    private final Attempt attempt;

    Settling(Delay delay, Attempt attempt) {
        this.delay = delay;
        this.attempt = attempt;
    }

    boolean delays() {
        return delay == Delay.GIVEN;
    }

    boolean counts() {
        return attempt == Attempt.COUNTED;
    }
}
