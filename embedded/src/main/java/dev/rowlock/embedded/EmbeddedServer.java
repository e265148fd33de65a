package dev.rowlock.embedded;

import dev.rowlock.embedded.internal.Cache;
import dev.rowlock.embedded.internal.DataTemplate;
import dev.rowlock.embedded.internal.Installation;
import dev.rowlock.embedded.internal.InstanceFolder;
import dev.rowlock.embedded.internal.Launch;
import dev.rowlock.embedded.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    private enum Keep {
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
    public static Builder of(ServerKind kind) {
        return new Builder(List.of(kind));
    }

    /** MySQL 8.0.31 where it starts, else MariaDB 11.4, else what this machine has. */
    public static Builder preferred() {
        return new Builder(List.of(
                ServerKind.MYSQL_8_0, ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM, ServerKind.MYSQL_DEV));
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

    /** What to start; a builder is used by one thread. */
    public static final class Builder {
        private final List<ServerKind> kinds;
        private final List<String> options = new ArrayList<>();
        private @Nullable Path data;
        private int port;
        private Cache cache = Cache.standard();

        private Builder(List<ServerKind> kinds) {
            this.kinds = kinds;
        }

        /** Keeps the server's data in this folder between starts. Without it, data lives as long as the server. */
        public Builder data(Path folder) {
            this.data = folder;
            return this;
        }

        /** The port on the loopback address; without it, a free one. */
        public Builder port(int port) {
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("port " + port + " is not between 1 and 65535");
            }
            this.port = port;
            return this;
        }

        /** Further options of the server, for example {@code --innodb-buffer-pool-size=1G}. */
        public Builder options(String... words) {
            options.addAll(List.of(words));
            return this;
        }

        /** Where programs and temporary data are kept, if not in the usual cache folder. */
        public Builder cache(Path folder) {
            this.cache = new Cache(folder.toAbsolutePath());
            return this;
        }

        /**
         * Starts the first of the wanted kinds that can be had, and waits until it listens.
         *
         * @throws EmbeddedServerException if none can; each one's reason is in the message
         */
        public EmbeddedServer start() {
            List<String> reasons = new ArrayList<>();
            EmbeddedServerException last = null;
            for (ServerKind kind : kinds) {
                try {
                    return start(kind);
                } catch (EmbeddedServerException failed) {
                    reasons.add(kind.title() + ": " + failed.getMessage());
                    last = failed;
                    if (kinds.size() > 1) {
                        log.info("{} cannot be used, trying the next reason={}", kind.title(), failed.getMessage());
                    }
                }
            }
            throw new EmbeddedServerException(String.join("\n", reasons), last);
        }

        private EmbeddedServer start(ServerKind kind) {
            Installation installation = kind.install(cache);
            try {
                InstanceFolder folder = hold();
                try {
                    Launch launch =
                            Launch.adopt(installation, folder, port, options).orElse(null);
                    if (launch == null) {
                        if (!Files.isDirectory(folder.data())) {
                            DataTemplate.copy(cache, installation, folder.data());
                        }
                        launch = Launch.start(installation, folder, port, options);
                    }
                    return running(kind, installation, folder, launch);
                } catch (IOException | RuntimeException failed) {
                    release(folder);
                    throw failed;
                }
            } catch (IOException failed) {
                throw new EmbeddedServerException(
                        kind.title() + " could not be started: " + failed.getMessage(), failed);
            }
        }

        private EmbeddedServer running(
                ServerKind kind, Installation installation, InstanceFolder folder, Launch launch) {
            EmbeddedServer server = new EmbeddedServer(
                    kind, installation, folder, List.copyOf(options), data == null ? Keep.NOTHING : Keep.DATA, launch);
            Runtime.getRuntime().addShutdownHook(server.endWithJvm);
            log.info(
                    "{} listens version={} port={} pid={}",
                    kind.title(),
                    launch.version(),
                    launch.port(),
                    launch.process().pid());
            return server;
        }

        private InstanceFolder hold() throws IOException {
            TemporaryFolders temporary = new TemporaryFolders(cache);
            temporary.sweep();
            if (data == null) {
                return temporary.create();
            }
            Path named = data;
            return InstanceFolder.hold(named)
                    .orElseThrow(() -> new EmbeddedServerException(
                            "the data folder " + named + " is used by another server of this or another program"));
        }

        private void release(InstanceFolder folder) throws IOException {
            if (data == null) {
                folder.delete();
            } else {
                folder.close();
            }
        }
    }
}
