package dev.rowlock.mysql;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;

/** MariaDB on Debian: {@code root} may log in through the socket only, and is denied elsewhere with a number of its own. */
final class SocketAccountTest {
    @EachServer(
            drivers = Drivers.BOTH,
            only = {ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM})
    void anAccountOfTheSocketIsDeniedOverTheNetwork(TestDatabase database) {
        try (Account account = Account.create(database, "IDENTIFIED VIA unix_socket")) {
            AccessDeniedTest.assertDenied(account::connect, ServerError.ER_ACCESS_DENIED_NO_PASSWORD_ERROR);
        }
    }
}
