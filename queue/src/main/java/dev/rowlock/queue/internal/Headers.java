package dev.rowlock.queue.internal;

import dev.rowlock.mysql.ConfigurationException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A job's headers as one line of text that people and other languages can read: {@code name=value&name=value}, percent-encoded. */
public final class Headers {
    private static final int LONGEST = 4_000;

    private Headers() {}

    public static String text(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return "";
        }
        String text = new TreeMap<>(headers)
                .entrySet().stream()
                        .map(header -> encoded(header.getKey()) + "=" + encoded(header.getValue()))
                        .collect(Collectors.joining("&"));
        if (text.length() > LONGEST) {
            throw new ConfigurationException(
                    "the headers of a job are " + text.length() + " characters long when written down, and may be "
                            + LONGEST + ": put what is large into the payload");
        }
        return text;
    }

    public static Map<String, String> parse(String text) {
        Map<String, String> headers = new TreeMap<>();
        if (!text.isEmpty()) {
            for (String header : text.split("&", -1)) {
                int cut = header.indexOf('=');
                if (cut >= 0) {
                    headers.put(decoded(header.substring(0, cut)), decoded(header.substring(cut + 1)));
                }
            }
        }
        return headers;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
