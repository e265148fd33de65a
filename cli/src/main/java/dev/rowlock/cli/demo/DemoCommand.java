package dev.rowlock.cli.demo;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.Signals;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.cli.internal.sql.DemoStatements;
import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.EmbeddedServerBuilder;
import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rowlock demo}. */
@Command(
        name = "demo",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Starts a server of its own, fills two tables, starts three worker processes on them, kills one of them in the middle,",
            "and proves from the tables that each row ended once. Leaves nothing behind.",
            ""
        },
        footer = {
            "",
            "Exit code 0: the proof holds.",
            "",
            "Examples:",
            "  rowlock demo --seconds 30",
            "  rowlock demo --port 33306     until Ctrl-C; look at the tables with any SQL client meanwhile"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int SHORTEST = 15;

    @Option(names = "--seconds", paramLabel = "N", description = "end after about so long; default: with Ctrl-C")
    private @Nullable Integer seconds;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "of the server, on the loopback address; default: a free one")
    private @Nullable Integer port;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireSense();
        Output output = RowlockCommand.output(spec);
        DemoClock clock = new DemoClock(Optional.ofNullable(seconds).map(Duration::ofSeconds));
        // Not halted by the second signal: a hook ends the server.
        try (Signals signals = Signals.on(signal -> clock.stop(), System::exit);
                EmbeddedServer server = start()) {
            createSchema(server);
            String url = server.jdbcUrl("demo");
            output.answer(
                    Map.of("event", "server", "version", server.version(), "url", url),
                    "A server of our own runs: " + server.kind().title() + " " + server.version()
                            + ". Look at its tables while this goes on:"
                            + System.lineSeparator() + "  mysql -h 127.0.0.1 -P " + server.port() + " -u root demo"
                            + System.lineSeparator() + "  " + url);
            try (Server connected = connect(url)) {
                ExitCode code = new Demo(new Narrator(output, clock), clock, url, connected.transactions()).run();
                return code.number();
            }
        }
    }

    private void requireSense() {
        if (seconds != null && (seconds < SHORTEST || seconds > 86_400)) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds must be " + SHORTEST + " to 86400, not " + seconds);
        }
        if (port != null && (port < 1 || port > 65_535)) {
            throw new ParameterException(spec.commandLine(), "--port must be 1 to 65535, not " + port);
        }
    }

    private EmbeddedServer start() {
        EmbeddedServerBuilder builder = EmbeddedServer.preferred();
        if (port != null) {
            requireFree(port);
            builder.port(port);
        }
        try {
            return builder.start();
        } catch (EmbeddedServerException e) {
            throw new ConfigurationException("no server of our own can be started here: " + e.getMessage(), e);
        }
    }

    /** No server could have it, and each would say so in many words. */
    private static void requireFree(int wanted) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted));
        } catch (IOException taken) {
            throw new ConfigurationException(
                    "port " + wanted + " cannot be had (" + taken.getMessage()
                            + "): choose another one, or leave --port out",
                    taken);
        }
    }

    private static void createSchema(EmbeddedServer server) {
        try (Server bare = connect(server.jdbcUrl("test"))) {
            bare.transactions().inTransaction(Isolation.READ_COMMITTED, connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute(DemoStatements.SCHEMA_CREATE);
                }
            });
        }
    }

    private static Server connect(String url) {
        return Server.connect(new Account(url, null, null), PoolSize.ONE_COMMAND, SessionZone.SERVER);
    }
}
