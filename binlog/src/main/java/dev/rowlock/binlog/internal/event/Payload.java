package dev.rowlock.binlog.internal.event;

import com.github.luben.zstd.Zstd;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * A whole transaction of MySQL with {@code binlog_transaction_compression=ON}. The library would read the events inside as text of the JVM's
 * character set, so only its idea of the numbers is used.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/binary-log-transaction-compression.html">Transaction compression</a>
 */
final class Payload {
    private static final int END = 0;
    private static final int SIZE = 1;
    private static final int COMPRESSION = 2;
    private static final int UNCOMPRESSED_SIZE = 3;
    private static final int ZSTD = 0;
    private static final int NONE = 255;

    private Payload() {}

    static byte[] decompress(byte[] body) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(body);
        in.enterBlock(body.length);
        int size = -1;
        int compression = NONE;
        int uncompressed = -1;
        for (int field = in.readPackedInteger(); field != END; field = in.readPackedInteger()) {
            int length = in.readPackedInteger();
            switch (field) {
                case SIZE -> size = in.readPackedInteger();
                case COMPRESSION -> compression = in.readPackedInteger();
                case UNCOMPRESSED_SIZE -> uncompressed = in.readPackedInteger();
                default -> in.skipNBytes(length);
            }
        }
        byte[] bytes = in.read(size < 0 ? in.available() : size);
        if (compression == NONE) {
            return bytes;
        }
        if (compression != ZSTD || uncompressed < 0) {
            throw new IOException("a transaction compressed in a way that is not known: " + compression);
        }
        byte[] plain = new byte[uncompressed];
        long done = Zstd.decompress(plain, bytes);
        if (Zstd.isError(done) || done != uncompressed) {
            throw new IOException("a compressed transaction cannot be read: " + Zstd.getErrorName(done));
        }
        return plain;
    }
}
