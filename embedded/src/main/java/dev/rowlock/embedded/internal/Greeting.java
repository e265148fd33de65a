package dev.rowlock.embedded.internal;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a server says first on a new connection: its version. Asking for it needs no driver and no account.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase.html">Connection
 *     phase</a>
 */
record Greeting(String version) {
    private static final int PROTOCOL_VERSION = 10;
    private static final int TIMEOUT_MILLIS = 2_000;

    /** MariaDB puts this before its version for the sake of old replicas. */
    private static final String MARIADB_PREFIX = "5.5.5-";

    /** Empty while nothing listens, or what listens does not greet as a server does. */
    static Optional<Greeting> of(int port) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), TIMEOUT_MILLIS);
            DataInputStream input = new DataInputStream(socket.getInputStream());
            int length = Integer.reverseBytes(input.readInt()) & 0xFFFFFF;
            byte[] packet = input.readNBytes(length);
            if (packet.length == 0 || packet[0] != PROTOCOL_VERSION) {
                return Optional.empty();
            }
            String text = new String(packet, 1, packet.length - 1, StandardCharsets.ISO_8859_1);
            String version = text.substring(0, Math.max(0, text.indexOf('\0')));
            return Optional.of(new Greeting(
                    version.startsWith(MARIADB_PREFIX) ? version.substring(MARIADB_PREFIX.length()) : version));
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }
}
