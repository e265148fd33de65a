package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.ServerFamily;
import dev.rowlock.embedded.internal.sql.BootstrapStatements;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A freshly initialised data folder per program, made once and copied for each server: copying is much faster. */
public final class DataTemplate {
    private DataTemplate() {}

    /** Makes {@code data} a copy of the template, which is made first when this program has none. */
    public static void copy(Cache cache, Installation installation, Path data) throws IOException {
        Path template = cache.folderOnce(installation.name() + "-data", folder -> {
            if (installation.family() == ServerFamily.MYSQL) {
                initialiseMySql(installation, folder);
            } else {
                bootstrapMariaDb(installation, folder);
            }
        });
        Path copying = data.resolveSibling(data.getFileName() + ".copying");
        Folders.delete(copying);
        Folders.copy(template, copying);
        Files.move(copying, data);
    }

    private static void initialiseMySql(Installation installation, Path folder) throws IOException {
        Path script = folder.resolveSibling(folder.getFileName() + ".sql");
        Files.write(
                script,
                Stream.concat(BootstrapStatements.ACCOUNTS.stream(), BootstrapStatements.TEST_SCHEMA.stream())
                        .toList());
        List<String> command = new ArrayList<>(installation.command());
        command.addAll(
                List.of("--datadir=" + folder, "--initialize-insecure", "--skip-log-bin", "--init-file=" + script));
        command.addAll(CommandLine.account(command));
        Programs.run(folder.resolveSibling(folder.getFileName() + ".log"), command);
        Files.deleteIfExists(folder.resolve("auto.cnf")); // every server makes a UUID of its own
        Files.delete(script);
    }

    /** What the {@code mariadb-install-db} of the same package does, less the help tables. */
    private static void bootstrapMariaDb(Installation installation, Path folder) throws IOException {
        Path script = folder.resolveSibling(folder.getFileName() + ".sql");
        try (OutputStream sql = Files.newOutputStream(script)) {
            write(sql, BootstrapStatements.MARIADB_BEGIN);
            for (String name : List.of("system_tables.sql", "system_tables_data.sql", "performance_tables.sql")) {
                Files.copy(script(installation.share(), name), sql);
            }
            Files.copy(installation.share().resolve("maria_add_gis_sp_bootstrap.sql"), sql);
            Files.copy(script(installation.share(), "sys_schema.sql"), sql);
            write(sql, BootstrapStatements.TEST_SCHEMA);
        }
        List<String> command = new ArrayList<>(installation.command());
        command.addAll(List.of(
                "--datadir=" + folder,
                "--tmpdir=" + folder, // not one that it shares: it deletes others' temporary tables
                "--bootstrap",
                "--log-warnings=0",
                "--enforce-storage-engine=",
                "--max-allowed-packet=8M",
                "--net-buffer-length=16K"));
        command.addAll(CommandLine.account(command));
        Programs.run(
                folder.resolveSibling(folder.getFileName() + ".log"),
                command,
                ProcessBuilder.Redirect.from(script.toFile()));
        Files.delete(script);
    }

    private static void write(OutputStream sql, List<String> lines) throws IOException {
        sql.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Newer packages name the scripts after MariaDB, older ones after MySQL. */
    private static Path script(Path share, String name) throws IOException {
        return Stream.of("mariadb_", "mysql_")
                .map(prefix -> share.resolve(prefix + name))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IOException(share + " has neither mariadb_" + name + " nor mysql_" + name));
    }
}
