package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.ServerFamily;
import java.nio.file.Path;
import java.util.List;

/**
 * A server program that is ready to run.
 *
 * @param name short, unique per program and version; names the template of its data folder
 * @param command the words that run it, with the options that are about where its own files are
 * @param share the folder with its messages and, for MariaDB, with the scripts that make its system tables
 */
public record Installation(String name, ServerFamily family, List<String> command, Path share) {
    public Installation {
        command = List.copyOf(command);
    }
}
