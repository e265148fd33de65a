/** Bulk changes of a live table that online traffic does not notice. */
module dev.rowlock.batch {
    requires transitive dev.rowlock.mysql;
    requires transitive dev.rowlock.claim;
    requires transitive dev.rowlock.pacing;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.batch;
}
