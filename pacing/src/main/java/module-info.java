/** Signals of online traffic, and the controller that decides how fast batch work may go. */
module dev.rowlock.pacing {
    requires transitive dev.rowlock.mysql;
    requires org.slf4j;
    requires static transitive org.jspecify;
}
