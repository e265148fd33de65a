package dev.rowlock.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.TlsMode;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Worker;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;

/** Where commits cannot be heard of, workers poll, and somebody is told once. */
final class TroubleTest {
    private static String reason(BinaryLogWakeUps wakeUps) {
        return wakeUps.state().fold(listening -> "", WakeUpState.Polling::reason);
    }

    private static Worker polling(Queues queues, Set<String> ran) {
        return queues.queue("mails")
                .worker()
                .pauses(Duration.ofMillis(20), Duration.ofMillis(300))
                .handle(Processes.MAIL, job -> {
                    ran.add(job.payload());
                    return JobOutcome.done();
                })
                .start();
    }

    @EachServer(only = ServerKind.MARIADB_11_4, sharing = Sharing.DEDICATED)
    void aServerThatMayLogStatementsIsPolledUntilItLogsRows(TestDatabase database) {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Queues here = Processes.queues(database, database.dataSource());
        Queues there = Processes.queues(database, database.dataSource());
        try (BinaryLogWakeUps wakeUps = Processes.wakeUps(database, here);
                Worker worker = polling(here, ran)) {
            assertThat(reason(wakeUps)).contains("binlog_format is MIXED").contains("SET GLOBAL binlog_format = 'ROW'");
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "polled"));
            Awaitility.await().until(() -> ran.contains("polled"));
            database.execute("SET GLOBAL binlog_format = 'ROW'");
            Awaitility.await().until(() -> wakeUps.state() instanceof WakeUpState.Listening);
            assertThat(worker.counts().done()).isEqualTo(1);
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void anAccountThatMayNotReadTheLogPolls(TestDatabase database) {
        String user = "w" + database.schema().substring(database.schema().length() - 8);
        database.execute("CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pass-Word-1'");
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Queues here = Processes.queues(database, database.dataSource());
        try (BinaryLogWakeUps wakeUps = BinaryLogWakeUps.start(
                        here, new LogAddress("127.0.0.1", database.port(), user, "pass-Word-1", TlsMode.PREFERRED));
                Worker worker = polling(here, ran)) {
            assertThat(reason(wakeUps)).contains("GRANT REPLICATION SLAVE");
            Processes.queues(database, database.dataSource())
                    .queue("mails")
                    .enqueue(NewJob.of(Processes.MAIL, "polled"));
            Awaitility.await().until(() -> ran.contains("polled"));
            assertThat(worker.counts().lost()).isZero();
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @EachServer(
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4},
            sharing = Sharing.DEDICATED,
            options = "--binlog-format=ROW")
    void itGoesOnAfterTheServerWasKilledAndAfterItsPlaceWasLost(TestDatabase database) {
        Set<String> ran = ConcurrentHashMap.newKeySet();
        Queues here = Processes.queues(database, database.dataSource());
        Queues there = Processes.queues(database, database.dataSource());
        try (CutProxy network = CutProxy.inFrontOf(database);
                BinaryLogWakeUps wakeUps = BinaryLogWakeUps.start(
                        here,
                        new LogAddress("127.0.0.1", network.port(), "root", "", TlsMode.DISABLED),
                        Processes.QUICK,
                        Duration.ofSeconds(1));
                Worker worker = Processes.idle(here, job -> {
                    ran.add(job.payload());
                    return JobOutcome.done();
                })) {
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "before"));
            Awaitility.await().until(() -> ran.contains("before"));
            database.server().kill();
            Awaitility.await().until(() -> wakeUps.state() instanceof WakeUpState.Polling);
            database.server().restart();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> wakeUps.state() instanceof WakeUpState.Listening);
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "after"));
            Awaitility.await().until(() -> ran.contains("after"));
            network.partition();
            Awaitility.await().until(() -> wakeUps.state() instanceof WakeUpState.Polling);
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "never told"));
            database.execute(
                    database.isMariaDb() ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS", "FLUSH BINARY LOGS");
            network.restore();
            // The gap is told, and the worker looks.
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ran.contains("never told"));
            Awaitility.await().until(() -> wakeUps.state() instanceof WakeUpState.Listening);
            there.queue("mails").enqueue(NewJob.of(Processes.MAIL, "told again"));
            Awaitility.await().until(() -> ran.contains("told again"));
            assertThat(worker.counts().dead()).isZero();
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void itClosesWhileItCannotReachTheServerAndLeavesOneConnectionForAllWorkers(TestDatabase database) {
        Queues here = Processes.queues(database, database.dataSource());
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            BinaryLogWakeUps wakeUps = BinaryLogWakeUps.start(
                    here,
                    new LogAddress("127.0.0.1", network.port(), "root", "", TlsMode.DISABLED),
                    Processes.QUICK,
                    Duration.ofSeconds(1));
            try (Worker one = polling(here, ConcurrentHashMap.newKeySet());
                    Worker other = polling(here, ConcurrentHashMap.newKeySet())) {
                assertThat(network.openConnections()).isEqualTo(1);
                assertThat(one.counts().claimed() + other.counts().claimed()).isZero();
            }
            network.partition();
            Awaitility.await().until(() -> wakeUps.state() instanceof WakeUpState.Polling);
            wakeUps.close();
            wakeUps.close();
            assertThat(reason(wakeUps)).isEqualTo("closed");
        } // and the extension looks for threads
    }
}
