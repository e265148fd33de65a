/** Diagnosis: reads deadlock reports and says who waited for whom, who was rolled back and what avoids it. */
module dev.rowlock.diagnose {
    requires transitive dev.rowlock.binlog;
    requires dev.rowlock.claim;
    requires transitive dev.rowlock.mysql;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.rowlock.diagnose;
    exports dev.rowlock.diagnose.collision;
    exports dev.rowlock.diagnose.doctor;
    exports dev.rowlock.diagnose.watch;
    exports dev.rowlock.diagnose.oncall;
}
