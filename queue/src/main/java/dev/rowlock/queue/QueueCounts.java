package dev.rowlock.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * How many jobs a queue has in each state, as kept, however many there are. Immutable.
 *
 * <p>Whoever keeps house counts the tables piece by piece, so a figure is the truth of a moment ago: of the last second or two where jobs come and go,
 * of the last half minute on a queue that was quiet, and of up to ten minutes for jobs in the middle of a backlog of millions. Enqueues and workers write
 * nothing for it. While no worker runs in any process nobody counts.
 *
 * @param queue its name
 * @param ready jobs that may be claimed
 * @param running jobs under a lease
 * @param delayed jobs that wait for their time
 * @param blocked jobs that wait for others of their ordering key or concurrency key
 * @param quarantined jobs that are put aside with their kind
 * @param dead jobs that were given up
 * @param finished jobs that are done, cancelled or discarded, since the queue is there; a worker that is killed takes the counts of its last second
 *     with it
 * @param countedAt when the oldest part of the figures was counted, by the database's clock; figures that do not change are confirmed every five minutes.
 *     Empty when nobody has counted yet
 */
public record QueueCounts(
        String queue,
        long ready,
        long running,
        long delayed,
        long blocked,
        long quarantined,
        long dead,
        long finished,
        Optional<Instant> countedAt) {}
