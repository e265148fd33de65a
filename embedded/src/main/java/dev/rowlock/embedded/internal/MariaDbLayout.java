package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.ServerFamily;
import java.nio.file.Path;
import java.util.List;

/** How a MariaDB program is told where its own files are. */
final class MariaDbLayout {
    private MariaDbLayout() {}

    static Installation installation(String name, Path program, Path home, Path share) {
        return new Installation(
                name,
                ServerFamily.MARIADB,
                List.of(
                        program.toString(),
                        "--no-defaults",
                        "--basedir=" + home,
                        "--lc-messages-dir=" + share,
                        "--character-sets-dir=" + share.resolve("charsets")),
                share);
    }
}
