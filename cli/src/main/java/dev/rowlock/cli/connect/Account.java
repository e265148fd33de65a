package dev.rowlock.cli.connect;

import org.jspecify.annotations.Nullable;

/**
 * Where to connect, and as whom. Immutable.
 *
 * @param url the JDBC URL as the user gave it
 * @param userOrNull {@code null} leaves it to the URL
 * @param passwordOrNull {@code null} leaves it to the URL
 */
public record Account(
        String url, @Nullable String userOrNull, @Nullable String passwordOrNull) {
    /** Never shows the password. */
    @Override
    public String toString() {
        return DriverUrl.withoutSecrets(url);
    }
}
