package dev.rowlock.testing.internal;

import dev.rowlock.testing.Moment;
import dev.rowlock.testing.Tripwire;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client and its connection to the server: a thread for each direction, and the faults between them. */
public final class ProxiedConnection {
    private final Socket client;
    private final Socket server;
    private final Tripwires tripwires;
    private final Consumer<ProxiedConnection> ended;
    private final AtomicReference<@Nullable Tripwire> atTheAnswer = new AtomicReference<>();
    private final Gate gate = new Gate();
    private final Thread toServer = new Thread(this::pumpToServer, "cut-proxy-to-server");
    private final Thread toClient = new Thread(this::pumpToClient, "cut-proxy-to-client");

    public ProxiedConnection(Socket client, Socket server, Tripwires tripwires, Consumer<ProxiedConnection> ended) {
        this.client = client;
        this.server = server;
        this.tripwires = tripwires;
        this.ended = ended;
    }

    public void start() throws IOException {
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        toServer.setDaemon(true);
        toClient.setDaemon(true);
        toServer.start();
        toClient.start();
    }

    private void pumpToServer() {
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(client.getInputStream()))) {
            OutputStream output = server.getOutputStream();
            Optional<Packet> packet = Packet.read(input);
            while (packet.isPresent() && pass(packet.get())) {
                packet.get().writeTo(output);
                packet = Packet.read(input);
            }
        } catch (IOException closed) {
            // either side ended
        } finally {
            cut();
        }
    }

    /** Whether the packet may go on to the server. */
    private boolean pass(Packet packet) {
        Tripwire tripwire = packet.statement().flatMap(tripwires::metBy).orElse(null);
        if (tripwire != null && tripwire.moment() == Moment.AFTER_THE_ANSWER) {
            atTheAnswer.set(tripwire);
        } else if (tripwire != null) {
            return meets(tripwire);
        }
        return gate.pass();
    }

    private void pumpToClient() {
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(server.getInputStream()))) {
            OutputStream output = client.getOutputStream();
            Optional<Packet> packet = Packet.read(input);
            while (packet.isPresent() && passBack()) {
                packet.get().writeTo(output);
                packet = Packet.read(input);
            }
        } catch (IOException closed) {
            // either side ended
        } finally {
            cut();
        }
    }

    private boolean passBack() {
        Tripwire tripwire = atTheAnswer.getAndSet(null);
        return tripwire == null ? gate.pass() : meets(tripwire);
    }

    /** The fault happens; true when the packet at hand may go on after it. */
    private boolean meets(Tripwire tripwire) {
        if (tripwire.fault() == Tripwire.Fault.FREEZE) {
            freeze();
            tripwire.trip();
            return gate.pass();
        }
        tripwire.trip(); // before the cut, which wakes up the client
        cut();
        return false;
    }

    public void freeze() {
        gate.shut();
    }

    public void thaw() {
        gate.open();
    }

    /** Both sides see the connection break. */
    public void cut() {
        gate.close();
        reset(client);
        reset(server);
        ended.accept(this);
    }

    public void awaitEnd() throws InterruptedException {
        toServer.join();
        toClient.join();
    }

    /** Closes so that the other end gets a reset, as from a machine that has forgotten the connection. */
    public static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyClosed) {
            // that is what is wanted
        }
    }
}
