package dev.rowlock.testing.internal;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerFamily;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.TestDatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;

/**
 * A server that runs.
 *
 * @param embedded empty for the server a user named
 */
public record TestServer(
        String name, String version, ServerFamily family, JdbcAddress address, Optional<EmbeddedServer> embedded)
        implements AutoCloseable {

    static TestServer of(EmbeddedServer server) {
        ServerKind kind = server.kind();
        return new TestServer(
                kind.title(),
                server.version(),
                kind.family(),
                JdbcAddress.loopback(server.port()),
                Optional.of(server));
    }

    /** Asks the user's server what it is. */
    static TestServer of(JdbcAddress address) {
        for (var driver : dev.rowlock.testing.Driver.values()) {
            try (Connection connection = driver.load().connect(address.url(driver, ""), new Properties())) {
                if (connection != null) {
                    String version = connection.getMetaData().getDatabaseProductVersion();
                    boolean mariaDb = version.contains("MariaDB");
                    return new TestServer(
                            "ROWLOCK_TEST_URL",
                            version,
                            mariaDb ? ServerFamily.MARIADB : ServerFamily.MYSQL,
                            address,
                            Optional.empty());
                }
            } catch (TestDatabaseException notOnTheClassPath) {
                // the other one may be
            } catch (SQLException failed) {
                throw new TestDatabaseException("ROWLOCK_TEST_URL cannot be reached: " + failed.getMessage(), failed);
            }
        }
        throw new TestDatabaseException("no JDBC driver is on the class path", null);
    }

    @Override
    public void close() {
        embedded.ifPresent(EmbeddedServer::close);
    }
}
