package dev.rowlock.benchmarks.queue;

import java.sql.SQLException;

/**
 * One round of two that are measured right after each other. Immutable.
 *
 * @param measured what the figure is about
 * @param reference what it is measured beside
 */
record InTurn<T>(T measured, T reference) {
    /** Measures one of the two. */
    interface Run<T> {
        T run() throws SQLException;
    }

    /** Who goes first changes from round to round: neither always finds the server as the other left it. */
    static <T> InTurn<T> of(int round, Run<T> measured, Run<T> reference) throws SQLException {
        if (round % 2 == 0) {
            T first = measured.run();
            return new InTurn<>(first, reference.run());
        }
        T first = reference.run();
        return new InTurn<>(measured.run(), first);
    }
}
