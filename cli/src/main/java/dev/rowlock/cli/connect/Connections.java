package dev.rowlock.cli.connect;

import dev.rowlock.mysql.SessionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** New connections to one server. Thread-safe. */
final class Connections implements SessionSource {
    private static final Logger log = LoggerFactory.getLogger(Connections.class);

    private final DriverUrl target;
    private final Properties properties = new Properties();
    private volatile SessionZone zone = SessionZone.SERVER;

    Connections(Account account, Timeouts timeouts) {
        this.target = DriverUrl.of(account.urlWithoutGiven());
        if (account.userOrNull() != null) {
            properties.setProperty("user", account.userOrNull());
        }
        if (account.passwordOrNull() != null) {
            properties.setProperty("password", account.passwordOrNull());
        }
        // Both: the handshake is bounded by the second one only (facts 8).
        setUnlessGiven("connectTimeout", Long.toString(timeouts.connect().toMillis()));
        setUnlessGiven("socketTimeout", Long.toString(timeouts.answer().toMillis()));
        setUnlessGiven("tcpKeepAlive", "true");
        // Connector/J gives read-only connections after a failover of a two-host URL otherwise (facts 8).
        setUnlessGiven("failOverReadOnly", "false");
    }

    /**
     * Connects once, to find out whether and how it goes.
     *
     * <p>MySQL's usual way to log in wants the password encrypted. Connector/J prefers TLS for that, without a check of the certificate, and so
     * do we when the other driver finds that it cannot send the password in the clear and the URL says nothing of TLS.
     */
    void probe() throws SQLException {
        try {
            open();
        } catch (SQLException e) {
            if (!wantsEncryption(e) || target.url().toLowerCase(Locale.ROOT).contains("sslmode=")) {
                throw e;
            }
            properties.setProperty("sslMode", "trust");
            try {
                open();
            } catch (SQLException withTls) {
                withTls.addSuppressed(e);
                throw withTls;
            }
        }
    }

    private void open() throws SQLException {
        try (Connection connection = getConnection()) {
            log.debug("connected autocommit={}", connection.getAutoCommit());
        }
    }

    private static boolean wantsEncryption(SQLException e) {
        return e.getErrorCode() == 0 && String.valueOf(e.getMessage()).contains("RSA public key");
    }

    private void setUnlessGiven(String name, String value) {
        if (!target.url().contains(name + "=")) {
            properties.setProperty(name, value);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = target.driver().connect(target.url(), properties);
        if (connection == null) {
            throw new SQLException("the driver does not take the URL " + DriverUrl.withoutSecrets(target.url()));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(zone.sessionStatement());
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** For sessions made from now on. */
    void zone(SessionZone choice) {
        zone = choice;
    }
}
