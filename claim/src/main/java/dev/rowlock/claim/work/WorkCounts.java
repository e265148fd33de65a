package dev.rowlock.claim.work;

/**
 * How far a worker is. Every claimed row ends in exactly one of done, failed, dead, released and lost. Immutable.
 *
 * @param claimed rows this worker claimed
 * @param done completed
 * @param failed attempts that failed and will be tried again
 * @param dead attempts that failed for the last time
 * @param released given back without a result
 * @param lost leases that were gone before a result was written
 * @param reclaimed rows taken from holders that are gone, whoever they were
 * @param inFlight rows a handler is working on now
 * @param held rows held now: in flight, waiting for a handler, or waiting to be written
 */
public record WorkCounts(
        long claimed,
        long done,
        long failed,
        long dead,
        long released,
        long lost,
        long reclaimed,
        int inFlight,
        int held) {}
