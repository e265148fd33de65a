/** Row events of the server's binary log: what was written to a table, as it commits. */
@SuppressWarnings("requires-automatic") // the connector and its decompressor have no module descriptors
module dev.rowlock.binlog {
    requires transitive dev.rowlock.mysql;
    requires java.logging;
    requires static mysql.binlog.connector.java;
    requires static com.github.luben.zstd_jni;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.binlog;
}
