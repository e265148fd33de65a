/** Transactions, failures, server facts and safe identifiers for MySQL and MariaDB. */
module dev.rowlock.mysql {
    requires transitive java.sql;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.mysql;
    exports dev.rowlock.mysql.table;
}
