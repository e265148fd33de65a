package dev.rowlock.cli.bench;

import dev.rowlock.cli.connect.Account;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures that another module brings, found by {@link java.util.ServiceLoader}: what they need, other people's job libraries for example, is on
 * nobody's class path but the bench's.
 */
public interface MoreMeasures {
    /**
     * What to measure.
     *
     * @param account the server; the account may create and drop schemas
     * @param only ids of {@link #ids} that are wanted
     * @param say takes a line about how far it is
     */
    record Request(Account account, Set<String> only, QueueSizes sizes, Consumer<String> say) {}

    /** The ids it knows, in the order in which they are measured. */
    List<String> ids();

    /** Measures; each figure is handed over as soon as it is there. */
    void run(Request request, Consumer<Measure> found) throws SQLException, IOException, InterruptedException;
}
