package dev.rowlock.benchmarks.queue;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.cli.bench.MoreMeasures;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** P1 to P7, as {@code rowlock bench} finds them. Holds no state. */
public final class QueueMeasures implements MoreMeasures {
    /** What HikariCP's page about MySQL recommends: statements prepared once on the server, and batches sent as one statement. */
    private static final String FAST =
            "cachePrepStmts=true&prepStmtCacheSize=200&prepStmtCacheSqlLimit=65536&useServerPrepStmts=true&rewriteBatchedStatements=true";

    @Override
    public List<String> ids() {
        return List.of("P1", "P2", "P3", "P4", "P5", "P6", "P7");
    }

    @Override
    public void run(Request request, Consumer<Measure> found) throws SQLException {
        Account account = fast(request.account());
        try (Server server = Server.connect(account, new PoolSize(1), SessionZone.SERVER);
                Ground ground = Ground.create("rowlock_bench", server.newSessions());
                Connection connection = server.newSessions().getConnection()) {
            DataSource sessions = server.newSessions();
            LogAddress log = LogAddress.ofJdbc(account.url(), account.userOrNull(), account.passwordOrNull());
            Bench bench =
                    new Bench(sessions, log, ground, ServerProcess.of(connection), request.sizes(), request.say());
            bench.describe();
            run(bench, request.only(), found);
        }
    }

    private static void run(Bench bench, Set<String> only, Consumer<Measure> found) throws SQLException {
        if (only.contains("P1")) {
            found.accept(new Throughput(bench).measure());
        }
        if (only.contains("P2")) {
            new PeerRatios(bench).measure(found);
        }
        if (only.contains("P3")) {
            found.accept(new BulkEnqueue(bench).measure());
        }
        if (only.contains("P4")) {
            found.accept(new OldSnapshot(bench).measure());
        }
        if (only.contains("P5")) {
            found.accept(new LargeTables(bench).measure());
        }
        if (only.contains("P6")) {
            new StartLatency(bench).measure(found);
        }
        if (only.contains("P7")) {
            found.accept(new StatementsPerJob(bench).measure());
        }
    }

    /** The same account, with the driver's fast settings for everybody who is measured, unless the URL says something of them. */
    private static Account fast(Account account) {
        String url = account.url();
        if (url.contains("PrepStmts=")) {
            return account;
        }
        String with = url + (url.contains("?") ? "&" : "?") + FAST;
        return new Account(with, account.userOrNull(), account.passwordOrNull());
    }
}
