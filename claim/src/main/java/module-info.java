/** The claim protocol over any table: batch claim, targeted claim, lease, complete, fail, release, reclaim. */
module dev.rowlock.claim {
    requires transitive dev.rowlock.mysql;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.claim;
    exports dev.rowlock.claim.work;
}
