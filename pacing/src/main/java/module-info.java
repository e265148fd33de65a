/** Signals of online traffic, and the controller that decides how fast batch work may go. */
module dev.rowlock.pacing {
    requires transitive dev.rowlock.mysql;
    requires java.net.http;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.pacing;
    exports dev.rowlock.pacing.signal;
}
