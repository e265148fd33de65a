package dev.rowlock.binlog.internal;

import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.IdentityVerificationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import java.util.Locale;
import javax.net.ssl.SSLHandshakeException;

/** What the end of a connection means for the stream. */
enum Outcome {
    /** Connect again, at the same place. */
    AGAIN,
    /** Somebody else reads with our number. */
    SAME_ID,
    /** The server does not have the place any more, or cannot read it. */
    POSITION_LOST,
    MISSING_RIGHT,
    /** The account, its password or the certificate is not accepted. */
    REFUSED,
    /** Another server answered. */
    OTHER_SERVER;

    /** The server cannot send what was asked for; the text says why. */
    private static final int ER_SOURCE_FATAL_ERROR_READING_BINLOG = 1236;

    static Outcome of(Exception end) {
        if (end instanceof ServerException server) {
            if (server.getErrorCode() == ER_SOURCE_FATAL_ERROR_READING_BINLOG) {
                String text = String.valueOf(server.getMessage()).toLowerCase(Locale.ROOT);
                return text.contains("same server_uuid") || text.contains("same server_id") ? SAME_ID : POSITION_LOST;
            }
            if (end instanceof AuthenticationException) {
                return server.getErrorCode() == 0 || ServerLog.isMissingRight(server.getErrorCode()) ? REFUSED : AGAIN;
            }
            return ServerLog.isMissingRight(server.getErrorCode()) ? MISSING_RIGHT : AGAIN;
        }
        boolean refused = end instanceof IdentityVerificationException
                || end instanceof SSLHandshakeException
                || String.valueOf(end.getMessage()).contains("does not support SSL");
        return refused ? REFUSED : AGAIN;
    }

    static String words(Exception end) {
        Throwable deepest = end;
        while (deepest.getCause() != null && !(deepest instanceof ServerException)) {
            deepest = deepest.getCause();
        }
        String text = deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
        return deepest instanceof ServerException server ? text + " [error " + server.getErrorCode() + "]" : text;
    }
}
