package dev.rowlock.binlog.internal.event;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;
import java.util.Optional;

/** The JVM's character sets by the server's names. */
final class Charsets {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("ascii", "US-ASCII"),
            // The server's latin1 is the one with the euro sign.
            Map.entry("latin1", "windows-1252"),
            Map.entry("latin2", "ISO-8859-2"),
            Map.entry("latin5", "ISO-8859-9"),
            Map.entry("latin7", "ISO-8859-13"),
            Map.entry("greek", "ISO-8859-7"),
            Map.entry("hebrew", "ISO-8859-8"),
            Map.entry("cp1250", "windows-1250"),
            Map.entry("cp1251", "windows-1251"),
            Map.entry("cp1256", "windows-1256"),
            Map.entry("cp1257", "windows-1257"),
            Map.entry("koi8r", "KOI8-R"),
            Map.entry("koi8u", "KOI8-U"),
            Map.entry("ucs2", "UTF-16BE"),
            Map.entry("utf16", "UTF-16BE"),
            Map.entry("utf16le", "UTF-16LE"),
            Map.entry("utf32", "UTF-32BE"),
            Map.entry("sjis", "Shift_JIS"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("big5", "Big5"),
            Map.entry("gbk", "GBK"),
            Map.entry("gb2312", "GB2312"),
            Map.entry("gb18030", "GB18030"));

    private Charsets() {}

    static Optional<Charset> of(String server) {
        if (server.startsWith("utf8")) {
            return Optional.of(StandardCharsets.UTF_8);
        }
        String name = NAMES.get(server);
        try {
            return name == null ? Optional.empty() : Optional.of(Charset.forName(name));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException notInThisJvm) {
            return Optional.empty();
        }
    }
}
