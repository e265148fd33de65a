package dev.rowlock.testing.internal;

import dev.rowlock.testing.Driver;
import dev.rowlock.testing.TestDatabaseException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server is, apart from driver and schema.
 *
 * @param preferred the driver that tests use unless they ask for both; a user's URL names it
 * @param query account and options, as they stand behind the {@code ?} of a URL
 */
public record JdbcAddress(Driver preferred, String host, int port, String query) {
    private static final int DEFAULT_PORT = 3306;
    private static final Pattern URL = Pattern.compile(
            "(?<scheme>jdbc:(?:mysql|mariadb):)//(?<host>\\[[^\\]]+\\]|[^:/?,]+)(?::(?<port>\\d+))?(?:/[^?]*)?(?:\\?(?<query>.*))?");

    /** TLS is off: loopback, and faults are injected by reading the traffic. */
    public static JdbcAddress loopback(Driver preferred, int port) {
        return new JdbcAddress(preferred, "127.0.0.1", port, "user=root&sslMode=DISABLED&allowPublicKeyRetrieval=true");
    }

    /** The server a user named with {@code ROWLOCK_TEST_URL}. */
    public static Optional<JdbcAddress> of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("ROWLOCK_TEST_URL"))
                .filter(url -> !url.isBlank())
                .map(url -> parse(url, environment));
    }

    private static JdbcAddress parse(String url, Map<String, String> environment) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new TestDatabaseException(
                    "ROWLOCK_TEST_URL is not of the form jdbc:mysql://host:port/?user=...&password=...", null);
        }
        StringJoiner query = new StringJoiner("&");
        query.setEmptyValue("");
        Optional.ofNullable(matcher.group("query"))
                .filter(text -> !text.isEmpty())
                .ifPresent(query::add);
        Map.of("user", "ROWLOCK_TEST_USER", "password", "ROWLOCK_TEST_PASSWORD").forEach((name, variable) -> {
            String value = environment.get(variable);
            if (value != null && !value.isEmpty()) {
                query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
            }
        });
        String port = matcher.group("port");
        Driver preferred =
                matcher.group("scheme").equals(Driver.MARIADB.scheme()) ? Driver.MARIADB : Driver.CONNECTOR_J;
        return new JdbcAddress(
                preferred,
                matcher.group("host"),
                port == null ? DEFAULT_PORT : Integer.parseInt(port),
                query.toString());
    }

    /** The same server, reached through another port of this machine. */
    public JdbcAddress through(int otherPort) {
        return new JdbcAddress(preferred, "127.0.0.1", otherPort, query);
    }

    public String url(Driver driver, String schema) {
        return driver.scheme() + "//" + host + ":" + port + "/" + schema + (query.isEmpty() ? "" : "?" + query);
    }
}
