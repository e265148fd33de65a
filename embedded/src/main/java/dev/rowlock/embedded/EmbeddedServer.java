package dev.rowlock.embedded;

import dev.rowlock.embedded.internal.Installation;
import dev.rowlock.embedded.internal.InstanceFolder;
import dev.rowlock.embedded.internal.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real MySQL or MariaDB that runs as a child process, on the loopback address, with an account {@code root} that has
 * no password.
 *
 * <p>Durability is MySQL's default: binary log on, {@code sync_binlog=1}, {@code innodb_flush_log_at_trx_commit=1}.
 *
 * <p>After a crash here: a JVM that is killed leaves its server running. The next start over the same data folder takes
 * the server over, or ends it when other options are asked for; servers with temporary data are ended by the next start
 * of any server. Only a process whose command line names the folder is ever touched.
 *
 * <p>Safe for use by several threads; calls that change the process follow one another.
 */
public final class EmbeddedServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedServer.class);

    /** What becomes of the data when the server is closed. */
    enum Keep {
        DATA,
        NOTHING
    }

    private enum State {
        RUNNING,
        PAUSED,
        CLOSED
    }

    private final ServerKind kind;
    private final Installation installation;
    private final InstanceFolder folder;
    private final List<String> options;
    private final Keep keep;
    private final Thread endWithJvm = new Thread(this::close, "end-embedded-server");
    private Launch launch;
    private State state = State.RUNNING;

    private EmbeddedServer(
            ServerKind kind,
            Installation installation,
            InstanceFolder folder,
            List<String> options,
            Keep keep,
            Launch launch) {
        this.kind = kind;
        this.installation = installation;
        this.folder = folder;
        this.options = options;
        this.keep = keep;
        this.launch = launch;
    }

    /** A server of this kind. */
    public static EmbeddedServerBuilder of(ServerKind kind) {
        return new EmbeddedServerBuilder(List.of(kind));
    }

    /** MySQL 8.0.31 where it starts, else MariaDB 11.4, else what this machine has. */
    public static EmbeddedServerBuilder preferred() {
        return new EmbeddedServerBuilder(List.of(
                ServerKind.MYSQL_8_0, ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM, ServerKind.MYSQL_DEV));
    }

    /** The newest MySQL that can be had on this machine, else MariaDB: for what is measured, since MariaDB keeps no histogram of its statements. */
    public static EmbeddedServerBuilder newest() {
        return new EmbeddedServerBuilder(List.of(
                ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0, ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM));
    }

    static EmbeddedServer running(
            ServerKind kind,
            Installation installation,
            InstanceFolder folder,
            List<String> options,
            Keep keep,
            Launch launch) {
        EmbeddedServer server = new EmbeddedServer(kind, installation, folder, options, keep, launch);
        Runtime.getRuntime().addShutdownHook(server.endWithJvm);
        log.info(
                "{} listens version={} port={} pid={}",
                kind.title(),
                launch.version(),
                launch.port(),
                launch.process().pid());
        return server;
    }

    public ServerKind kind() {
        return kind;
    }

    /** As the server tells it, for example {@code 8.0.31} or {@code 11.4.5-MariaDB-log}. */
    public synchronized String version() {
        return launch.version();
    }

    public synchronized int port() {
        return launch.port();
    }

    /** Of the process that runs, or ran last. */
    public synchronized long pid() {
        return launch.process().pid();
    }

    /** Whether there is a process that would answer: not after {@link #stop}, {@link #kill} or {@link #pause}. */
    public synchronized boolean isRunning() {
        return state == State.RUNNING && launch.process().isAlive();
    }

    /** The folder with the server's data and log. */
    public Path folder() {
        return folder.path();
    }

    /** A URL that both Connector/J and MariaDB Connector/J take; the schema {@code test} exists in every server. */
    public String jdbcUrl(String schema) {
        return "jdbc:mysql://127.0.0.1:" + port() + "/" + schema
                + "?user=root&sslMode=DISABLED&allowPublicKeyRetrieval=true&permitMysqlScheme=true";
    }

    /** Asks the server to end and waits for it; {@link #restart} starts it again. */
    public synchronized void stop() {
        launch.process().stop();
    }

    /** Ends the server at once, as a crash or a power cut of the machine does (SIGKILL). */
    public synchronized void kill() {
        launch.process().kill();
        log.info("{} killed pid={}", kind.title(), launch.process().pid());
    }

    /** Freezes the server (SIGSTOP): connections stay open and nothing answers. */
    public synchronized void pause() {
        requireOpen();
        launch.process().pause();
        state = State.PAUSED;
    }

    /** Ends a pause (SIGCONT). */
    public synchronized void resume() {
        requireOpen();
        launch.process().resume();
        state = State.RUNNING;
    }

    /** Stops the server if it runs, and starts it over the same data on the same port. */
    public synchronized void restart() {
        requireOpen();
        launch.process().stop();
        state = State.RUNNING;
        launch = Launch.start(installation, folder, launch.port(), options);
        log.info(
                "{} restarted port={} pid={}",
                kind.title(),
                launch.port(),
                launch.process().pid());
    }

    private void requireOpen() {
        if (state == State.CLOSED) {
            throw new EmbeddedServerException(kind.title() + " is closed; start a new one");
        }
    }

    /** Ends the server. Data in a folder the user named stays; temporary data is deleted. */
    @Override
    public synchronized void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        try {
            if (keep == Keep.DATA) {
                launch.process().stop();
                folder.close();
            } else {
                launch.process().kill(); // nobody will read its data again
                folder.delete();
            }
        } catch (IOException failed) {
            log.warn("{} left files behind folder={} reason={}", kind.title(), folder.path(), failed.toString());
        }
        dropHook();
    }

    private void dropHook() {
        if (Thread.currentThread() != endWithJvm) {
            try {
                Runtime.getRuntime().removeShutdownHook(endWithJvm);
            } catch (IllegalStateException jvmIsEnding) {
                // then the hook finds the server closed
            }
        }
    }
}
