/** The managed job queue. */
@SuppressWarnings({"requires-automatic", "opens"
}) // Flyway and cron-utils have no module descriptors; the schema's package holds SQL only
module dev.rowlock.queue {
    requires transitive dev.rowlock.mysql;
    requires dev.rowlock.claim;
    requires com.cronutils;
    requires flyway.core;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.queue;
    exports dev.rowlock.queue.schedule;

    // The application's own Flyway may read the files.
    opens dev.rowlock.queue.schema;
}
