package dev.rowlock.claim.work;

import java.util.List;

/** What a user does with many rows in one go. Called by several threads at once, each with rows of its own, with no transaction open and no row locked (A5). */
@FunctionalInterface
public interface BatchHandler {
    /**
     * Works on the rows.
     *
     * @return an outcome for each, in the same order
     * @throws Exception fails all of them, with the exception as the reason
     */
    List<Outcome> handle(List<? extends Work> batch) throws Exception;
}
