package dev.rowlock.claim.work;

/** What a user does with one row. Called by several threads at once, with no transaction open and no row locked (A5). */
@FunctionalInterface
public interface Handler {
    /**
     * Works on the row. It may be called again for the same row, here or elsewhere, so its effects should carry a key of the row (A8).
     *
     * @throws Exception fails the row, with the exception as the reason
     */
    Outcome handle(Work work) throws Exception;
}
