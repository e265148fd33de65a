package dev.rowlock.cli.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.mysql.RetryPolicy;
import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import javax.sql.DataSource;

/** A server that answered, with a pool of connections to it. Thread-safe. */
public final class Server implements AutoCloseable {
    /** As the standard, with fewer runs: each may have to wait for the pool to find the server. */
    private static final RetryPolicy RETRY =
            new RetryPolicy(3, Duration.ofMillis(5), Duration.ofMillis(100), Duration.ofSeconds(10));

    private final Connections connections;
    private final HikariDataSource pool;

    private Server(Connections connections, HikariDataSource pool) {
        this.connections = connections;
        this.pool = pool;
    }

    /**
     * Connects once, so that a wrong address or password is told at once and clearly, and makes the pool.
     *
     * @throws StoreException when the server cannot be reached or refuses
     */
    public static Server connect(Account account, PoolSize size, SessionZone zone) {
        Timeouts timeouts = Timeouts.standard();
        Connections connections = new Connections(account, timeouts);
        connections.zone(zone);
        try {
            connections.probe();
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("rowlock");
        config.setDataSource(connections);
        config.setMaximumPoolSize(size.connections());
        config.setMinimumIdle(0);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setConnectionTimeout(timeouts.pool().toMillis());
        config.setValidationTimeout(timeouts.connect().toMillis());
        config.setInitializationFailTimeout(-1);
        return new Server(connections, new HikariDataSource(config));
    }

    /** Sessions that are used from now on have this time zone. */
    public void zone(SessionZone zone) {
        connections.zone(zone);
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    /** The pool's sessions are READ COMMITTED already, so a transaction costs no further round trip. */
    public Transactions transactions() {
        return Transactions.of(pool).sessions(SessionState.READ_COMMITTED).retry(RETRY);
    }

    public DataSource dataSource() {
        return pool;
    }

    /**
     * A new session each time, at the isolation level that the server and the URL give it and not the pool's; for looking at what other
     * programs get.
     */
    public DataSource newSessions() {
        return connections;
    }

    @Override
    public void close() {
        pool.close();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "pool of %d", pool.getMaximumPoolSize());
    }
}
