package dev.rowlock.claim.work.internal;

/**
 * How many rows a worker may hold. Enough that the next batch is claimed while the last one is worked on and the one before is being
 * written, and no more: what one process holds, the others cannot work on. Immutable.
 *
 * @param batch rows of one claim
 * @param concurrency calls of the handler at one time
 * @param chunk rows of one call
 */
record Room(int batch, int concurrency, int chunk) {
    int atWork() {
        return concurrency * chunk;
    }

    /** Whether another batch may be claimed. */
    boolean fits(int held, int waiting) {
        return waiting < atWork() && held + batch <= atWork() + 2 * batch;
    }

    /** How many calls these rows make. */
    int chunks(int rows) {
        return (rows + chunk - 1) / chunk;
    }
}
