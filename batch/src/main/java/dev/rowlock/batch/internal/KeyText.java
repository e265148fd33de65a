package dev.rowlock.batch.internal;

import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keys as our own tables keep them: the values joined by commas, a comma or backslash inside a value behind a backslash. */
final class KeyText {
    private KeyText() {}

    static String write(RowKey key) {
        return key.parts().stream()
                .map(part -> part(part).replace("\\", "\\\\").replace(",", "\\,"))
                .collect(Collectors.joining(","));
    }

    static @Nullable String writeOrNull(@Nullable RowKey key) {
        return key == null ? null : write(key);
    }

    static RowKey read(String text, KeyCodec codec) {
        List<Object> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
                part.append(text.charAt(at));
            } else if (c == ',') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return codec.fit(new RowKey(parts));
    }

    static @Nullable RowKey readOrNull(@Nullable String text, KeyCodec codec) {
        return text == null ? null : read(text, codec);
    }

    private static String part(Object part) {
        if (part instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return "0x" + HexFormat.of().formatHex(bytes);
        }
        return part instanceof java.math.BigDecimal number ? number.toPlainString() : part.toString();
    }
}
