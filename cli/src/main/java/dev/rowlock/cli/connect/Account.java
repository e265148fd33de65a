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
    /** The URL without the user and the password that are given apart: drivers do not agree on which of the two wins. */
    String urlWithoutGiven() {
        String rest = userOrNull == null ? url : without(url, "user");
        return passwordOrNull == null ? rest : without(rest, "password");
    }

    private static String without(String url, String property) {
        return url.replaceAll("(?i)([?&])" + property + "=[^&]*&?", "$1").replaceAll("[?&]$", "");
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return DriverUrl.withoutSecrets(url);
    }
}
