package dev.rowlock.testing.internal;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One packet of the MySQL protocol, header included.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html">Packets</a>
 */
final class Packet {
    private static final int HEADER = 4;
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_PREPARE = 0x16;

    private final byte[] bytes;

    private Packet(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Empty at the end of the stream. */
    static Optional<Packet> read(DataInputStream input) throws IOException {
        byte[] header = input.readNBytes(HEADER);
        if (header.length < HEADER) {
            return Optional.empty();
        }
        int length = (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
        byte[] bytes = new byte[HEADER + length];
        System.arraycopy(header, 0, bytes, 0, HEADER);
        if (input.readNBytes(bytes, HEADER, length) < length) {
            throw new EOFException("a packet ends early");
        }
        return Optional.of(new Packet(bytes));
    }

    void writeTo(OutputStream output) throws IOException {
        output.write(bytes);
        output.flush();
    }

    /** The SQL of a query or a prepare, perhaps with the query attributes before it; empty for anything else. */
    Optional<String> statement() {
        boolean command = bytes.length > HEADER && bytes[HEADER - 1] == 0;
        if (command && (bytes[HEADER] == COM_QUERY || bytes[HEADER] == COM_STMT_PREPARE)) {
            return Optional.of(new String(bytes, HEADER + 1, bytes.length - HEADER - 1, StandardCharsets.ISO_8859_1));
        }
        return Optional.empty();
    }
}
