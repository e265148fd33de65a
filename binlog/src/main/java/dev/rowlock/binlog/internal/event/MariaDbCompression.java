package dev.rowlock.binlog.internal.event;

import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * What MariaDB compresses in its binary log: a byte with the algorithm and the number of bytes of the length, the length, and zlib's bytes.
 *
 * @see <a href="https://mariadb.com/kb/en/compressing-events-to-reduce-size-of-the-binary-log/">Compressing events</a>
 */
final class MariaDbCompression {
    private static final int LARGEST = 1 << 30;

    private MariaDbCompression() {}

    static byte[] decompress(byte[] bytes, int from) throws IOException {
        int first = bytes[from] & 0xFF;
        int lengthBytes = first & 0x07;
        int algorithm = (first & 0x70) >> 4;
        if ((first & 0x80) == 0 || algorithm != 0 || lengthBytes < 1 || lengthBytes > 4) {
            throw new IOException("an event compressed in a way that is not known: " + first);
        }
        long length = 0;
        for (int at = 1; at <= lengthBytes; at++) {
            length = length << 8 | (bytes[from + at] & 0xFF);
        }
        if (length > LARGEST) {
            throw new IOException("a compressed event of " + length + " bytes");
        }
        byte[] plain = new byte[(int) length];
        Inflater inflater = new Inflater();
        try {
            int start = from + 1 + lengthBytes;
            inflater.setInput(bytes, start, bytes.length - start);
            int done = 0;
            while (done < plain.length) {
                int more = inflater.inflate(plain, done, plain.length - done);
                if (more == 0) {
                    throw new IOException("a compressed event ends early");
                }
                done += more;
            }
            return plain;
        } catch (DataFormatException e) {
            throw new IOException("a compressed event cannot be read", e);
        } finally {
            inflater.end();
        }
    }
}
