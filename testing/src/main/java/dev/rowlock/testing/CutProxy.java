package dev.rowlock.testing;

import dev.rowlock.testing.internal.ProxiedConnection;
import dev.rowlock.testing.internal.Tripwires;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network between a test and its server that fails at a named moment: on the loopback address, for one server.
 *
 * <pre>{@code
 * try (CutProxy network = CutProxy.inFrontOf(database)) {
 *     Tripwire lostCommit = network.cut(Moment.AFTER_THE_ANSWER, "COMMIT");
 *     ... work through database.urlThrough(network.port()) ...
 *     assertThat(lostCommit.happened()).isTrue();
 * }
 * }</pre>
 *
 * <p>It reads the statements that pass, so TLS and compression have to be off, as they are in the URLs of {@link
 * TestDatabase}. What is seen is the text of queries and of server-side prepares, and both drivers send COMMIT as text.
 * Safe for use by several threads.
 */
public final class CutProxy implements AutoCloseable {
    private final int serverPort;
    private final ServerSocket entrance;
    private final Tripwires tripwires = new Tripwires();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final Thread acceptor;
    private volatile boolean refusing;

    private CutProxy(int serverPort, ServerSocket entrance) {
        this.serverPort = serverPort;
        this.entrance = entrance;
        this.acceptor = new Thread(this::accept, "cut-proxy-" + entrance.getLocalPort());
        this.acceptor.setDaemon(true);
    }

    /** For the server of this database; {@link TestDatabase#urlThrough} and {@link #port} lead through it. */
    public static CutProxy inFrontOf(TestDatabase database) {
        return inFrontOf(database.port());
    }

    /** For the server that listens on this port of the loopback address. */
    public static CutProxy inFrontOf(int serverPort) {
        try {
            CutProxy proxy = new CutProxy(serverPort, new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
            proxy.acceptor.start();
            return proxy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int port() {
        return entrance.getLocalPort();
    }

    /** Cuts the connection on which the next statement passes that contains this text, in whatever case. */
    public Tripwire cut(Moment moment, String text) {
        return tripwires.add(new Tripwire(Tripwire.Fault.CUT, moment, text, 1));
    }

    /** The same for the n-th such statement from now on, counted from 1. */
    public Tripwire cut(Moment moment, String text, int occurrence) {
        return tripwires.add(new Tripwire(Tripwire.Fault.CUT, moment, text, occurrence));
    }

    /** Stops the connection on which the next such statement passes, both ways, until {@link #thaw}. */
    public Tripwire freeze(Moment moment, String text) {
        return tripwires.add(new Tripwire(Tripwire.Fault.FREEZE, moment, text, 1));
    }

    /** Cuts every connection there is now; new ones get through. */
    public void cutAll() {
        connections.forEach(ProxiedConnection::cut);
    }

    /** Stops all traffic of the connections there are now: they stay open, and nothing passes until {@link #thaw}. */
    public void freezeAll() {
        connections.forEach(ProxiedConnection::freeze);
    }

    /** Lets frozen connections go on; what was held back passes. */
    public void thaw() {
        connections.forEach(ProxiedConnection::thaw);
    }

    /** Cuts every connection and every new one at once, as if the server were gone, until {@link #restore}. */
    public void partition() {
        refusing = true;
        cutAll();
    }

    public void restore() {
        refusing = false;
    }

    /** Connections that pass through now. */
    public int openConnections() {
        return connections.size();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                if (refusing) {
                    ProxiedConnection.reset(client);
                } else {
                    open(client);
                }
            } catch (IOException closedOrServerGone) {
                // the loop ends when the entrance is closed; a client whose server is gone was cut
            }
        }
    }

    private void open(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getByName("127.0.0.1"), serverPort);
        } catch (IOException serverGone) {
            ProxiedConnection.reset(client);
            throw serverGone;
        }
        ProxiedConnection connection = new ProxiedConnection(client, server, tripwires, connections::remove);
        connections.add(connection);
        connection.start();
    }

    /** Cuts everything, and waits for its own threads to end. */
    @Override
    public void close() {
        try {
            entrance.close();
            acceptor.join();
            for (ProxiedConnection connection : connections) {
                connection.cut();
                connection.awaitEnd();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
