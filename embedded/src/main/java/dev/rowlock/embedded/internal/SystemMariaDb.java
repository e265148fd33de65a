package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.Availability;
import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.embedded.ServerFamily;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The {@code mariadbd} that is installed on this machine; only its program is used, never its data or settings. */
public final class SystemMariaDb implements Distribution {
    @Override
    public ServerFamily family() {
        return ServerFamily.MARIADB;
    }

    @Override
    public Availability availability() {
        if (Programs.find("mariadbd").isEmpty()) {
            return new Availability.Missing(
                    "mariadbd is installed neither in PATH nor in /usr/sbin: apt-get install mariadb-server-core.");
        }
        if (share().isEmpty()) {
            return new Availability.Missing("The scripts of mariadbd are in neither /usr/share/mysql nor"
                    + " /usr/share/mariadb: apt-get install --reinstall mariadb-server-core.");
        }
        return new Availability.Available();
    }

    private static Optional<Path> share() {
        return Stream.of("/usr/share/mysql", "/usr/share/mariadb")
                .map(Path::of)
                .filter(folder -> Files.exists(folder.resolve("mysql_system_tables.sql"))
                        || Files.exists(folder.resolve("mariadb_system_tables.sql")))
                .findFirst();
    }

    @Override
    public Installation install(Cache cache) {
        Path program = Programs.find("mariadbd").orElseThrow(() -> new EmbeddedServerException("mariadbd is gone"));
        Path share = share().orElseThrow(() -> new EmbeddedServerException("the scripts of mariadbd are gone"));
        // The template is named by the program's date, so that an upgraded package makes a new one.
        String date = Long.toString(program.toFile().lastModified(), Character.MAX_RADIX);
        return MariaDbLayout.installation("mariadb-system-" + date, program, Path.of("/usr"), share);
    }
}
