package dev.rowlock.binlog.internal;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.LogPosition;
import dev.rowlock.binlog.RowEventSettings;
import dev.rowlock.binlog.TlsMode;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One connection to the binary log, from its making to its end. Made by the stream's thread; any thread may end it. */
final class StreamClient extends BinaryLogClient {
    /** The library logs by the name of this class; what it has to say is told as state. Held, or the setting would be collected. */
    private static final Logger LIBRARY = Logger.getLogger(StreamClient.class.getName());

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    private static final int SILENT_HEARTBEATS = 5;

    private volatile @Nullable Exception failure;

    StreamClient(LogAddress address, RowEventSettings settings, long serverId, LogPosition start) {
        super(address.host(), address.port(), address.user(), address.password());
        setServerId(serverId);
        setBinlogFilename(start.file());
        setBinlogPosition(start.offset());
        setKeepAlive(false); // the stream connects again itself, and knows why
        setConnectTimeout(settings.connect().toMillis());
        setHeartbeatInterval(settings.heartbeat().toMillis());
        setUseSendAnnotateRowsEvent(true);
        setSSLMode(mode(address.tls()));
        int silence = Math.toIntExact(
                settings.heartbeat().multipliedBy(SILENT_HEARTBEATS).toMillis());
        setSocketFactory(() -> socket(silence));
        setThreadFactory(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        registerLifecycleListener(new AbstractLifecycleListener() {
            @Override
            public void onCommunicationFailure(BinaryLogClient client, Exception e) {
                failure = e;
            }

            @Override
            public void onEventDeserializationFailure(BinaryLogClient client, Exception e) {
                failure = e;
                end();
            }
        });
    }

    /** A server that says nothing at all for this long is gone, whatever TCP thinks. */
    private static Socket socket(int silence) throws SocketException {
        Socket socket = new Socket();
        socket.setSoTimeout(silence);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static SSLMode mode(TlsMode tls) {
        return switch (tls) {
            case DISABLED -> SSLMode.DISABLED;
            case PREFERRED -> SSLMode.PREFERRED;
            case REQUIRED -> SSLMode.REQUIRED;
            case VERIFY_CA -> SSLMode.VERIFY_CA;
            case VERIFY_IDENTITY -> SSLMode.VERIFY_IDENTITY;
        };
    }

    /** Connects and reads until the connection ends; returns why it ended. */
    Exception run() {
        try {
            connect();
        } catch (IOException | RuntimeException e) {
            return e;
        }
        Exception seen = failure;
        return seen == null ? new IOException("the server closed the connection") : seen;
    }

    /** Ends the connection, if there is one; a call of {@link #run} returns. */
    void end() {
        try {
            disconnect();
        } catch (IOException alreadyGone) {
            LIBRARY.log(Level.FINE, "closed", alreadyGone);
        }
    }
}
