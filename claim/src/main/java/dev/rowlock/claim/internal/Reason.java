package dev.rowlock.claim.internal;

import dev.rowlock.mysql.table.Column;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Makes the reason of a failure fit its column. A reason the server refused would leave its row with a holder that has given it up. */
final class Reason {
    /** Enough for people, and far below any packet. */
    private static final int MOST_CHARACTERS = 4_000;

    private Reason() {}

    /** Cut to the column's length, with a question mark for each character its character set does not have. */
    static String fit(String reason, Column column) {
        // A TEXT's length is in bytes, of which a character takes four at most.
        long holds = column.maxLength().orElse(255);
        long characters = column.type().endsWith("text") ? holds / 4 : holds;
        IntPredicate spells = spells(column.charsetOrNull());
        return reason.codePoints()
                .limit(Math.min(characters, MOST_CHARACTERS))
                .map(character -> spells.test(character) ? character : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static IntPredicate spells(@Nullable String charset) {
        if (charset == null) {
            return character -> true;
        }
        return switch (charset) {
            case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" -> character -> true;
            case "utf8", "utf8mb3", "ucs2" -> Character::isBmpCodePoint;
            // What MySQL calls latin1 is this.
            case "latin1" -> encodes(Charset.forName("windows-1252"));
            default -> encodes(StandardCharsets.US_ASCII);
        };
    }

    private static IntPredicate encodes(Charset charset) {
        CharsetEncoder encoder = charset.newEncoder();
        return character -> encoder.canEncode(Character.toString(character));
    }
}
