package dev.rowlock.batch.internal;

/** The shard's lease ended or another worker holds it: what was under way is rolled back, and the shard is left alone. */
final class LeaseGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseGone(Shard.Place place) {
        super("the lease on shard " + place.number() + " of run " + place.run() + " is lost", null, false, false);
    }
}
