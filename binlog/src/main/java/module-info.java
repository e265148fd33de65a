/** Row events of the server's binary log: what was written to a table, as it commits. */
module dev.rowlock.binlog {
    requires transitive dev.rowlock.mysql;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.binlog;
}
