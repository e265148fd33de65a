package dev.rowlock.claim;

/**
 * Something the protocol cannot promise on this table, because of what the table lacks. Immutable.
 *
 * @param what the promise that does not hold
 * @param because what the table lacks
 * @param remedy the statement that brings it back
 */
public record LostGuarantee(String what, String because, String remedy) {
    @Override
    public String toString() {
        return what + " (" + because + "; " + remedy + ")";
    }
}
