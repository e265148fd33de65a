package dev.rowlock.cli.table;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.RowState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Leases and rows as they are printed. */
final class LeaseJson {
    private LeaseJson() {}

    /**
     * The lease as JSON, which {@code --from} reads again.
     *
     * @param payload {@code null} when none was read
     */
    static Map<String, Object> of(Lease lease, @Nullable Optional<byte[]> payload) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", lease.key().toString());
        json.put("attempt", lease.attempt());
        lease.fence().token().ifPresent(token -> json.put("token", token));
        lease.fence().leaseUntil().ifPresent(time -> json.put("leaseUntil", time));
        lease.fence().claimedAt().ifPresent(time -> json.put("claimedAt", time));
        lease.fence().owner().ifPresent(name -> json.put("owner", name));
        if (payload != null) {
            byte[] bytes = payload.orElse(null);
            String text = bytes == null ? null : utf8(bytes);
            if (bytes != null && text == null) {
                json.put("payloadBase64", Base64.getEncoder().encodeToString(bytes));
            } else {
                json.put("payload", text);
            }
        }
        return json;
    }

    static Map<String, String> state(RowState seen) {
        Map<String, String> json = new LinkedHashMap<>();
        seen.values().forEach((role, value) -> json.put(role.usualName(), value));
        return json;
    }

    static String line(Lease lease) {
        StringBuilder text = new StringBuilder("  key " + lease.key() + "  attempt " + lease.attempt());
        lease.fence().token().ifPresent(token -> text.append("  token ").append(token));
        lease.fence()
                .leaseUntil()
                .ifPresent(time -> text.append("  lease until ").append(time));
        lease.fence().claimedAt().ifPresent(time -> text.append("  claimed at ").append(time));
        lease.fence().owner().ifPresent(name -> text.append("  owner ").append(name));
        return text.toString();
    }

    static String payloadText(@Nullable Optional<byte[]> payload) {
        if (payload == null) {
            return "(the row is gone)";
        }
        byte[] bytes = payload.orElse(null);
        if (bytes == null) {
            return "(NULL)";
        }
        String text = utf8(bytes);
        return text == null ? String.format(Locale.ROOT, "(%d bytes)", bytes.length) : text;
    }

    private static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
