package dev.rowlock.cli.connect;

import dev.rowlock.mysql.ConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.sql.Driver;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which driver takes a URL, and the URL as that driver wants it. We ship MariaDB Connector/J; {@code jdbc:mysql:} goes to MySQL's own driver
 * when the user put it on the class path.
 *
 * @param driver the driver
 * @param url the URL for it
 */
record DriverUrl(Driver driver, String url) {
    private static final String MYSQL = "jdbc:mysql:";
    private static final String MARIADB = "jdbc:mariadb:";
    private static final Pattern SECRET = Pattern.compile("(?i)(password[0-9]?)=[^&,)]*");
    private static final Pattern USE_SSL = Pattern.compile("(?i)([?&])useSSL=true");
    private static final Pattern SSL_PREFERRED = Pattern.compile("(?i)([?&])sslMode=PREFERRED(&|$)");

    static DriverUrl of(String given) {
        String url = given.strip();
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith(MARIADB)) {
            return new DriverUrl(mariaDb(), url);
        }
        if (lower.startsWith(MYSQL)) {
            Optional<Driver> own = load("com.mysql.cj.jdbc.Driver");
            return own.isPresent() ? new DriverUrl(own.get(), url) : new DriverUrl(mariaDb(), forMariaDb(url));
        }
        throw new ConfigurationException(
                "the URL " + withoutSecrets(url)
                        + " is not one of MySQL or MariaDB: write jdbc:mysql://host:3306/schema or jdbc:mariadb://host:3306/schema");
    }

    /**
     * MariaDB's driver takes the names and values of most of the other's properties and passes over those it does not know. Two mean something
     * else to it: PREFERRED is no word of its own, its default is what that falls back to; and TLS asked for the old way came without a check of
     * the certificate.
     */
    static String forMariaDb(String url) {
        String rest = SSL_PREFERRED
                .matcher(url.substring(MYSQL.length()))
                .replaceAll("$1")
                .replaceAll("[?&]$", "");
        boolean checked = rest.toLowerCase(Locale.ROOT).contains("verifyservercertificate=true");
        return MARIADB + (checked ? rest : USE_SSL.matcher(rest).replaceAll("$1sslMode=trust"));
    }

    static String withoutSecrets(String url) {
        return SECRET.matcher(url).replaceAll("$1=...").replaceAll("//[^/@]*@", "//...@");
    }

    private static Driver mariaDb() {
        return load("org.mariadb.jdbc.Driver")
                .orElseThrow(() -> new ConfigurationException("MariaDB Connector/J is not on the class path"));
    }

    private static Optional<Driver> load(String className) {
        try {
            return Optional.of(Class.forName(className)
                    .asSubclass(Driver.class)
                    .getConstructor()
                    .newInstance());
        } catch (ClassNotFoundException notThere) {
            return Optional.empty();
        } catch (InstantiationException
                | IllegalAccessException
                | NoSuchMethodException
                | InvocationTargetException e) {
            throw new ConfigurationException("the driver " + className + " does not start: " + e, e);
        }
    }
}
