package dev.rowlock.diagnose;

import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.ServerVersion;

/**
 * What a server means by the number in {@code *** WE ROLL BACK TRANSACTION (n)}.
 *
 * <p>MariaDB from 10.6 on names the transaction after the one that it rolls back, the first after the last (MDEV-37977); this was mended in
 * 2026. A report does not say which version printed it.
 */
public enum VictimNumbering {
    /** The transaction with this number: MySQL, and MariaDB before 10.6 or with the mend. */
    NAMES_THE_VICTIM,
    /** The one after it: MariaDB without the mend. */
    NAMES_THE_NEXT,
    /** Either; where the weights that the report prints allow only one of them, that one. */
    UNKNOWN;

    /**
     * What is known of a version: measured right on MariaDB 10.11.19, right in reports of 11.8.9, measured wrong on 11.4.5, and wrong in every release before
     * the mend was written in February 2026.
     */
    public static VictimNumbering of(ServerFamily family, ServerVersion version) {
        if (family != ServerFamily.MARIADB) {
            return NAMES_THE_VICTIM;
        }
        if (isAtLeast(version, 10, 11, 19) || isAtLeast(version, 11, 8, 9)) {
            return NAMES_THE_VICTIM;
        }
        boolean before = isAtMost(version, 10, 11, 15) || isAtMost(version, 11, 4, 9) || isAtMost(version, 11, 8, 5);
        return before ? NAMES_THE_NEXT : UNKNOWN;
    }

    /** Of one series: other series got the mend in other releases. */
    private static boolean isAtLeast(ServerVersion version, int major, int minor, int patch) {
        return version.major() == major && version.minor() == minor && version.patch() >= patch;
    }

    private static boolean isAtMost(ServerVersion version, int major, int minor, int patch) {
        return version.major() == major && version.minor() == minor && version.patch() <= patch;
    }
}
