/** Wakes idle workers of a process when other processes commit jobs, by the server's binary log. */
module dev.rowlock.wakeup {
    requires transitive dev.rowlock.queue;
    requires transitive dev.rowlock.binlog;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.wakeup;
}
