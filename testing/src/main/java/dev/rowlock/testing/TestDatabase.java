package dev.rowlock.testing;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerFamily;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.internal.LockReader;
import dev.rowlock.testing.internal.Sql;
import dev.rowlock.testing.internal.TestServer;
import dev.rowlock.testing.internal.TrackedDataSource;
import dev.rowlock.testing.internal.sql.KitStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A schema on a real server that lives as long as one test. Safe for use by several threads.
 *
 * <p>What a test opens with {@link #dataSource()} and {@link #connect()} it has to close. {@link #execute}, {@link
 * #number}, {@link #column} and {@link #rows} are for the test's own questions: each call has a connection of its own,
 * which commits each statement and is not counted.
 */
public final class TestDatabase {
    private final TestServer server;
    private final Driver driver;
    private final Sharing sharing;
    private final String schema;
    private final TrackedDataSource dataSource;
    private final Sql sql;

    /** For the extension: tests get theirs as a parameter. */
    public TestDatabase(
            TestServer server, Driver driver, Sharing sharing, String schema, TrackedDataSource dataSource) {
        this.server = server;
        this.driver = driver;
        this.sharing = sharing;
        this.schema = schema;
        this.dataSource = dataSource;
        this.sql = new Sql(driver, server.address().url(driver, schema));
    }

    /** Opens a new connection each time; every one has to be closed before the test ends. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** A new connection of {@link #dataSource()}. */
    public Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    /** A JDBC URL with schema and account, which only this test's driver takes; good for another process, too. */
    public String url() {
        return url(driver);
    }

    /** The same for a driver of the caller's choice. */
    public String url(Driver other) {
        return server.address().url(other, schema);
    }

    /** The same through another port of this machine, where something stands between the test and its server. */
    public String urlThrough(int port) {
        return server.address().through(port).url(driver, schema);
    }

    public String schema() {
        return schema;
    }

    public Driver driver() {
        return driver;
    }

    public String serverName() {
        return server.name();
    }

    /** As the server tells it, for example {@code 8.0.31} or {@code 11.4.5-MariaDB-log}. */
    public String version() {
        return server.version();
    }

    public boolean isMariaDb() {
        return server.family() == ServerFamily.MARIADB;
    }

    /** Empty on the server a user named with {@code ROWLOCK_TEST_URL}. */
    public Optional<ServerKind> kind() {
        return server.embedded().map(EmbeddedServer::kind);
    }

    /** The port the server listens on. */
    public int port() {
        return server.address().port();
    }

    /** The server itself, to be killed, paused and restarted; only a {@link Sharing#DEDICATED} one is given out. */
    public EmbeddedServer server() {
        if (sharing != Sharing.DEDICATED) {
            throw new IllegalStateException(
                    "other tests use this server; annotate with @EachServer(sharing = Sharing.DEDICATED)");
        }
        return server.embedded().orElseThrow();
    }

    /** Runs these one after the other on one connection. */
    public void execute(String... statements) {
        sql.execute(statements);
    }

    /** The one number a query answers with. */
    public long number(String query) {
        return sql.number(query);
    }

    /** The one value a query answers with, as text. */
    public String text(String query) {
        return sql.text(query);
    }

    /** The first column of every row, as text. */
    public List<@Nullable String> column(String query) {
        return sql.column(query);
    }

    /** Every row by column label, in order; values as the driver gives them. */
    public List<Map<String, @Nullable Object>> rows(String query) {
        return sql.rows(query);
    }

    /**
     * The row locks this connection has now; it is asked for its id, and another connection asks the server.
     *
     * <p>Locks that a row has only because it was inserted or changed are not counted by the server before somebody else
     * wants the row.
     */
    public RowLocks locks(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet id = statement.executeQuery(KitStatements.CONNECTION_ID)) {
            id.next();
            return locks(id.getLong(1));
        }
    }

    /** The same for a connection that is busy, by its id. */
    public RowLocks locks(long connectionId) {
        return new LockReader(sql, server.family()).of(connectionId);
    }

    /** Statements run through {@link #dataSource()} since the last {@link #resetCounts()}; a batch counts once. */
    public long statements() {
        return dataSource.counters().statements();
    }

    public long commits() {
        return dataSource.counters().commits();
    }

    public long rollbacks() {
        return dataSource.counters().rollbacks();
    }

    /** Connections opened through {@link #dataSource()} since the last {@link #resetCounts()}. */
    public long connectionsOpened() {
        return dataSource.counters().connections();
    }

    /** Connections of {@link #dataSource()} that are open now. */
    public int openConnections() {
        return dataSource.openConnections();
    }

    public void resetCounts() {
        dataSource.counters().reset();
    }

    @Override
    public String toString() {
        return serverName() + " " + version() + " with " + driver.title() + ", schema " + schema;
    }
}
