package dev.rowlock.cli.table;

import dev.rowlock.mysql.table.RowKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Payloads as they are printed. Immutable. */
final class PayloadText {
    private final Map<RowKey, Optional<byte[]>> payloads;

    PayloadText(Map<RowKey, Optional<byte[]>> payloads) {
        this.payloads = payloads;
    }

    /** Adds the row's payload: as text where it is text, else in Base64; nothing when none was read. */
    void addTo(Map<String, Object> json, RowKey key) {
        if (!payloads.containsKey(key)) {
            return;
        }
        Optional<byte[]> payload = bytes(key);
        Optional<String> text = payload.flatMap(PayloadText::utf8);
        if (payload.isPresent() && text.isEmpty()) {
            json.put("payloadBase64", Base64.getEncoder().encodeToString(payload.get()));
        } else {
            json.put("payload", text.orElse(null));
        }
    }

    String line(RowKey key) {
        if (!payloads.containsKey(key)) {
            return "(the row is gone)";
        }
        return bytes(key)
                .map(payload -> utf8(payload).orElse(String.format(Locale.ROOT, "(%d bytes)", payload.length)))
                .orElse("(NULL)");
    }

    private Optional<byte[]> bytes(RowKey key) {
        return Objects.requireNonNull(payloads.get(key));
    }

    private static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
