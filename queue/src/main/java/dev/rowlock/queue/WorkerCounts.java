package dev.rowlock.queue;

/**
 * How far a worker is, since it started. Immutable.
 *
 * @param claimed jobs claimed
 * @param done jobs done
 * @param failed attempts that failed and are tried again
 * @param dead jobs that became dead letters
 * @param snoozed jobs put off without an attempt
 * @param lost jobs whose lease was lost before their result was written
 * @param held jobs in this worker's hands now
 */
public record WorkerCounts(long claimed, long done, long failed, long dead, long snoozed, long lost, int held) {}
