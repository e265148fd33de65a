package dev.rowlock.diagnose.watch.internal;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Stamp;
import dev.rowlock.diagnose.Transaction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What tells one deadlock of a server from all others: its time, and the ids of its transactions and connections. Nothing that statements
 * say takes part, so that it is the same with and without masking, and gives nothing of them away.
 */
public final class Fingerprint {
    private Fingerprint() {}

    /** 64 hexadecimal digits. */
    public static String of(Deadlock deadlock) {
        Stamp at = deadlock.at();
        StringBuilder text = new StringBuilder(at == null ? "-" : at.text());
        for (Transaction transaction : deadlock.transactions()) {
            text.append('|').append(transaction.id()).append(',').append(transaction.threadId());
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
