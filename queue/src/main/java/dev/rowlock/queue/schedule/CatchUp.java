package dev.rowlock.queue.schedule;

import dev.rowlock.mysql.ConfigurationException;

/**
 * What becomes of firings that nobody was there for, because no worker ran or the server was down. Immutable.
 *
 * @param limit how many of them are made up for, the latest ones; 0 to 1 000
 */
public record CatchUp(int limit) {
    private static final int MOST = 1_000;

    public CatchUp {
        if (limit < 0 || limit > MOST) {
            throw new ConfigurationException("a schedule catches up on 0 to " + MOST + " firings, not " + limit);
        }
    }

    /** None: a firing that is more than a minute late is left out. */
    public static CatchUp none() {
        return new CatchUp(0);
    }

    /** The latest one, however many were missed and however late it is. What a schedule does unless it is told otherwise. */
    public static CatchUp latest() {
        return new CatchUp(1);
    }

    /** One job for each, the earliest first; of more than the limit, the latest ones. */
    public static CatchUp upTo(int limit) {
        return new CatchUp(limit);
    }
}
