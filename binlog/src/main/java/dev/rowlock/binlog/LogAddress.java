package dev.rowlock.binlog;

import dev.rowlock.mysql.ConfigurationException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server whose binary log is read, and as whom. Immutable.
 *
 * @param host name or address, without brackets
 * @param port 1 to 65535
 * @param user the account, which needs REPLICATION SLAVE and REPLICATION CLIENT
 * @param password empty for none
 */
public record LogAddress(String host, int port, String user, String password, TlsMode tls) {
    private static final Pattern URL = Pattern.compile(
            "(?i)jdbc:(?:mysql|mariadb):(?:[a-z]+:)?//(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?"
                    + "(?<host>\\[[^\\]]+\\]|[^:/,?(]*)(?::(?<port>\\d{1,5}))?(?<more>,[^/?]*)?(?:/[^?]*)?(?:\\?(?<rest>.*))?");
    private static final int DEFAULT_PORT = 3306;

    public LogAddress {
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new ConfigurationException("no address of a server: host '" + host + "', port " + port);
        }
    }

    /**
     * Takes host, port, account and {@code sslMode} out of a JDBC URL of either driver. Of several hosts the first is taken.
     *
     * @param userOrNull the account when it is not in the URL
     * @param passwordOrNull its password when it is not in the URL
     * @throws ConfigurationException when the URL has another form
     */
    public static LogAddress ofJdbc(String url, @Nullable String userOrNull, @Nullable String passwordOrNull) {
        Matcher matcher = URL.matcher(url.strip());
        if (!matcher.matches()) {
            throw new ConfigurationException(
                    "the binary log's server cannot be read out of the URL: write jdbc:mysql://host:3306/schema");
        }
        Map<String, String> properties = properties(matcher.group("rest"));
        String host = matcher.group("host").replaceAll("^\\[|\\]$", "");
        String port = matcher.group("port");
        return new LogAddress(
                host.isEmpty() ? "localhost" : host,
                port == null ? DEFAULT_PORT : Integer.parseInt(port),
                first(userOrNull, properties.get("user"), decoded(matcher.group("user"))),
                first(passwordOrNull, properties.get("password"), decoded(matcher.group("password"))),
                tls(properties));
    }

    private static TlsMode tls(Map<String, String> properties) {
        String mode =
                properties.getOrDefault("sslmode", "").toUpperCase(Locale.ROOT).replace('-', '_');
        return switch (mode) {
            case "DISABLED", "DISABLE" -> TlsMode.DISABLED;
            case "REQUIRED", "TRUST" -> TlsMode.REQUIRED;
            case "VERIFY_CA" -> TlsMode.VERIFY_CA;
            case "VERIFY_IDENTITY", "VERIFY_FULL" -> TlsMode.VERIFY_IDENTITY;
            default ->
                properties.getOrDefault("usessl", "").equalsIgnoreCase("false") ? TlsMode.DISABLED : TlsMode.PREFERRED;
        };
    }

    private static Map<String, String> properties(@Nullable String query) {
        Map<String, String> properties = new HashMap<>();
        for (String pair : query == null ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                properties.put(pair.substring(0, equals).toLowerCase(Locale.ROOT), decoded(pair.substring(equals + 1)));
            }
        }
        return properties;
    }

    private static String decoded(@Nullable String text) {
        // A plus is a plus in these URLs, as the drivers read them.
        return text == null ? "" : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String first(@Nullable String given, @Nullable String property, String inUrl) {
        return given != null ? given : property != null ? property : inUrl;
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + " tls=" + tls;
    }
}
