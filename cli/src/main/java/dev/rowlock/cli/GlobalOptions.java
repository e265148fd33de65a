package dev.rowlock.cli;

import dev.rowlock.cli.connect.Account;
import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options every command takes, before or after its name. Filled by picocli. */
public final class GlobalOptions {
    @Option(
            names = "--url",
            paramLabel = "JDBC-URL",
            scope = ScopeType.INHERIT,
            description = "the server and schema, such as jdbc:mysql://host:3306/shop; default: $ROWLOCK_URL")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "default: $ROWLOCK_USER, else the user in the URL")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "its first line is the password; default: $ROWLOCK_PASSWORD, else the password in the URL")
    private @Nullable Path passwordFile;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "answers, and errors, as one line of JSON each")
    private boolean json;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "print the trace of an error, too")
    private boolean debug;

    private final Map<String, String> environment;

    GlobalOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    public Format format() {
        return json ? Format.JSON : Format.TEXT;
    }

    boolean isDebug() {
        return debug;
    }

    /** Whether the user named a server. */
    public boolean isServerGiven() {
        String where = where();
        return where != null && !where.isBlank();
    }

    private @Nullable String where() {
        return url != null ? url : environment.get("ROWLOCK_URL");
    }

    /** Where to connect, and as whom. */
    public Account account() {
        String where = where();
        if (where == null || where.isBlank()) {
            throw new ConfigurationException(
                    "no server given: use --url jdbc:mysql://host:3306/schema or set ROWLOCK_URL");
        }
        return new Account(where, user != null ? user : environment.get("ROWLOCK_USER"), password());
    }

    private @Nullable String password() {
        if (passwordFile == null) {
            return environment.get("ROWLOCK_PASSWORD");
        }
        try {
            List<String> lines = Files.readAllLines(passwordFile);
            return lines.isEmpty() ? "" : lines.get(0);
        } catch (IOException e) {
            String reason = e instanceof NoSuchFileException
                    ? "there is no such file"
                    : e instanceof AccessDeniedException ? "its permissions forbid it" : "it is not a text file";
            throw new ConfigurationException("the password file " + passwordFile + " cannot be read: " + reason, e);
        }
    }
}
