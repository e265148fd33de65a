package dev.rowlock.cli;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.StoreException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An error's message, with what mends it where the server's own words do not say. Pure. */
final class Advice {
    /** {@code UPDATE command denied to user 'app'@'localhost' for table 'orders'}; a column's name may stand before the table's. */
    private static final Pattern DENIED = Pattern.compile(
            "(?<right>[A-Z, ]+) command denied to user (?<user>'.*?'@'.*?') for (?:column (?<column>'.*?') in )?table (?<table>.+?)(?: \\[|$)");

    private static final Pattern SCHEMA_DENIED =
            Pattern.compile("Access denied for user (?<user>'.*?'@'.*?') to database '(?<schema>.*?)'");

    private Advice() {}

    /**
     * The message.
     *
     * @param table the table the command was about, in backticks
     */
    static String of(RowlockException failure, Optional<String> table) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof StoreException store
                ? message
                        + advice(store, message, table)
                                .map(advice -> "; " + advice)
                                .orElse("")
                : message;
    }

    private static Optional<String> advice(StoreException failure, String message, Optional<String> table) {
        return switch (failure.errorNumber()) {
            case ServerError.ER_ACCESS_DENIED_ERROR ->
                Optional.of("check --user and the password (--password-file or ROWLOCK_PASSWORD)");
            case ServerError.ER_BAD_DB_ERROR ->
                Optional.of("check the schema at the end of the URL, or CREATE DATABASE it");
            case ServerError.ER_DBACCESS_DENIED_ERROR -> schemaDenied(message);
            case ServerError.ER_TABLEACCESS_DENIED_ERROR, ServerError.ER_COLUMNACCESS_DENIED_ERROR ->
                denied(message, table);
            default -> ofFailure(failure.failure(), message);
        };
    }

    private static Optional<String> ofFailure(Failure failure, String message) {
        if (failure == Failure.READ_ONLY) {
            return Optional.of("connect to the primary, or allow writes on this server: SET GLOBAL read_only = OFF");
        }
        if (failure == Failure.CONNECTION) {
            return Optional.of("check that the server runs and that the host and port in the URL are right");
        }
        if (message.contains("RSA public key")) {
            return Optional.of(
                    "the server has no TLS: add allowPublicKeyRetrieval=true to the URL if the network is safe");
        }
        return Optional.empty();
    }

    private static Optional<String> schemaDenied(String message) {
        Matcher matcher = SCHEMA_DENIED.matcher(message);
        return matcher.find()
                ? Optional.of("GRANT SELECT, UPDATE, DELETE ON `"
                        + matcher.group("schema").replace("`", "``") + "`.* TO " + matcher.group("user"))
                : Optional.empty();
    }

    private static Optional<String> denied(String message, Optional<String> table) {
        Matcher matcher = DENIED.matcher(message);
        if (!matcher.find()) {
            return Optional.of("GRANT SELECT, UPDATE, DELETE ON " + table.orElse("the table") + " TO the account");
        }
        String right = matcher.group("right").strip();
        return Optional.of(
                "GRANT " + right + " ON " + table.orElse(matcher.group("table")) + " TO " + matcher.group("user"));
    }
}
