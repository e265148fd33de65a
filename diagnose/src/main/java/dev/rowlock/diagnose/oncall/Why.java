package dev.rowlock.diagnose.oncall;

import dev.rowlock.diagnose.oncall.internal.Judge;
import dev.rowlock.diagnose.oncall.internal.Observation;
import dev.rowlock.diagnose.oncall.internal.Observer;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.TableInspector;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;

/**
 * Why statements on a table are slow now: looks at the server for a while and names the cause that comes first in the order of C10.
 *
 * <p>Reads only. Locks: no row. Every read is bounded in rows, and the server itself stops it after a second; none walks over the list of
 * locks. Needs PROCESS, and on MySQL SELECT on performance_schema. Uses up to two connections at a time, and those of the collision
 * rate. Immutable and thread-safe; each answer stands alone.
 */
public final class Why {
    private final DataSource dataSource;
    private final Collisions collisions;

    private Why(DataSource dataSource, Collisions collisions) {
        this.dataSource = dataSource;
        this.collisions = collisions;
    }

    /** Without a collision rate. */
    public static Why of(DataSource dataSource) {
        return new Why(dataSource, Collisions.notAsked());
    }

    /** The same with a collision rate, which is measured at the same time on a thread of its own. */
    public Why collisions(Collisions source) {
        return new Why(dataSource, source);
    }

    /**
     * Looks for the window and answers.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when the table is not there or the right PROCESS is missing
     * @throws StoreException when the server refuses or is lost
     */
    public WhyReport ask(WhyQuestion question) throws InterruptedException {
        ServerFacts server;
        String schema;
        try (Connection connection = dataSource.getConnection()) {
            server = ServerFacts.read(connection, Clock.systemUTC());
            schema = TableInspector.inspect(connection, question.table()).schema();
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
        FutureTask<Collisions.Answer> rate = startRate(question);
        try {
            Observation seen = new Observer(dataSource, server, question, schema).observe(() -> answerOf(rate));
            return Judge.report(seen, question.limits());
        } catch (SQLException e) {
            throw StoreException.of(e);
        } finally {
            rate.cancel(true);
        }
    }

    private FutureTask<Collisions.Answer> startRate(WhyQuestion question) {
        FutureTask<Collisions.Answer> rate =
                new FutureTask<>(() -> collisions.measure(question.table(), question.window()));
        Thread thread = new Thread(rate, "rowlock-collisions");
        thread.setDaemon(true);
        thread.start();
        return rate;
    }

    /** A rate that cannot be had costs its step, not the report. */
    private static Collisions.Answer answerOf(FutureTask<Collisions.Answer> rate) throws InterruptedException {
        try {
            return rate.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RowlockException failure) {
                return new Collisions.NotMeasured("not measured: " + failure.getMessage());
            }
            throw new IllegalStateException("the collision rate failed", e.getCause());
        }
    }
}
