package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.internal.GuardSetup.Origin;
import dev.rowlock.batch.internal.GuardSetup.Part;
import dev.rowlock.batch.internal.GuardSetup.Watched;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.signal.StatementFinder;
import dev.rowlock.pacing.signal.StatementKey;
import dev.rowlock.pacing.signal.StatementLatency;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Finds what online traffic sends, in the server's statistics: statements that write the table, and the COMMITs of the transactions around them. Immutable. */
final class OnlineStatements {
    private static final int MOST_STATEMENTS = 3;

    /** Older COMMITs are somebody's who is no longer there, or who comes now and then. */
    private static final Duration LATELY = Duration.ofMinutes(5);

    /** Whoever names the COMMITs as a guard knows that they come. */
    private static final Duration EVER = Duration.ofDays(365);

    private final Transactions transactions;
    private final DataSource source;
    private final Starter.Checked checked;
    private final BatchPlan plan;

    OnlineStatements(Transactions transactions, DataSource source, Starter.Checked checked, BatchPlan plan) {
        this.transactions = transactions;
        this.source = source;
        this.checked = checked;
        this.plan = plan;
    }

    /** What is watched where the plan names nothing: statements that write the table, and COMMITs of the sessions that sent them; empty when nobody writes it. */
    List<Watched> usual(Limit limit) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            StatementFinder finder = new StatementFinder(connection);
            List<StatementKey> writers = writers(finder);
            List<Watched> all = new ArrayList<>();
            writers.forEach(key -> all.add(statement(key, limit, Origin.FOUND)));
            writers.stream()
                    .map(StatementKey::schema)
                    .distinct()
                    .flatMap(schema -> finder.commitsIn(schema.orElse(null), LATELY).stream())
                    .forEach(key -> all.add(commits(key, limit, Origin.FOUND)));
            return all;
        });
    }

    /** The statement a rule names, or those that write the table where it names none. */
    List<Watched> statements(GuardRule rule) {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            StatementFinder finder = new StatementFinder(connection);
            boolean named = !rule.subject().isEmpty();
            List<StatementKey> keys = named ? List.of(finder.resolve(rule.subject())) : writers(finder);
            return keys.stream()
                    .map(key -> statement(key, rule.limit(), named ? Origin.NAMED : Origin.FOUND))
                    .toList();
        });
    }

    /** COMMITs of the schema a rule names, or of the table's own. */
    Watched commits(GuardRule rule) {
        String schema = rule.subject().isEmpty()
                ? checked.target().name().schema().orElseThrow().name()
                : rule.subject();
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> commits(commits(connection, schema), rule.limit(), Origin.NAMED));
    }

    private static StatementKey commits(Connection connection, String schema) {
        return new StatementFinder(connection)
                .commitsIn(schema, EVER)
                .orElseThrow(() -> new ConfigurationException("no session whose schema is " + schema
                        + " has sent COMMIT since the server's start, so there is no online COMMIT to guard: autocommit sessions send none,"
                        + " and a statement's own time holds their commit; guard the statement, or name the schema that the application's"
                        + " URL names, as in 'commit:SCHEMA < 5ms'"));
    }

    private List<StatementKey> writers(StatementFinder finder) {
        return finder.writersOf(checked.target().name(), own(finder), MOST_STATEMENTS);
    }

    /** Digests of what the batch itself runs; its COMMITs are another statement than those of others. */
    private Set<String> own(StatementFinder finder) {
        return checked.sql().changes(plan.action()).stream()
                .flatMap(statement -> finder.digestOf(statement).stream())
                .collect(Collectors.toSet());
    }

    private Watched statement(StatementKey key, Limit limit, Origin origin) {
        StatementLatency signal = StatementLatency.of(source, key);
        return new Watched(signal, Guard.of(signal, limit), origin, Part.STATEMENT);
    }

    private Watched commits(StatementKey key, Limit limit, Origin origin) {
        StatementLatency signal = StatementLatency.ofCommits(source, key);
        return new Watched(signal, Guard.of(signal, limit), origin, Part.COMMIT);
    }
}
