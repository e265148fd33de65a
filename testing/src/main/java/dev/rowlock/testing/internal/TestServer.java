package dev.rowlock.testing.internal;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerFamily;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.internal.sql.KitStatements;
import java.util.Optional;

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
                JdbcAddress.loopback(usualDriver(kind), server.port()),
                Optional.of(server));
    }

    static Driver usualDriver(ServerKind kind) {
        return kind.family() == ServerFamily.MYSQL ? Driver.CONNECTOR_J : Driver.MARIADB;
    }

    /** Asks the user's server what it is. */
    static TestServer of(JdbcAddress address) {
        String version =
                new Sql(address.preferred(), address.url(address.preferred(), "")).text(KitStatements.SERVER_VERSION);
        ServerFamily family = version.contains("MariaDB") ? ServerFamily.MARIADB : ServerFamily.MYSQL;
        return new TestServer("ROWLOCK_TEST_URL", version, family, address, Optional.empty());
    }

    @Override
    public void close() {
        embedded.ifPresent(EmbeddedServer::close);
    }
}
