/** The managed job queue. */
module dev.rowlock.queue {
    requires transitive dev.rowlock.mysql;
    requires dev.rowlock.claim;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.queue;
}
