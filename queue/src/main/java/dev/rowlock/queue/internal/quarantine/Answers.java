package dev.rowlock.queue.internal.quarantine;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.QuarantineStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Keeps count of jobs that were answered, by kind, for kinds of which one was lost: it speaks for them. Written with the figures of a worker, about once a second.
 * Holds no state.
 */
public final class Answers {
    private Answers() {}

    /** These were answered; in a transaction that is open. */
    public static void add(Connection connection, int slot, Map<String, Long> jobs) throws SQLException {
        for (List<Map.Entry<String, Long>> part :
                Rows.parts(List.copyOf(new TreeMap<>(jobs).entrySet()))) { // in the order in which all name them
            String kinds =
                    String.join(" UNION ALL ", Collections.nCopies(part.size(), QuarantineStatements.ANSWER_OF_KIND));
            Call call = new Call(connection, QuarantineStatements.ANSWER_ADD + kinds + QuarantineStatements.ANSWER_SUM);
            for (Map.Entry<String, Long> kind : part) {
                call.with(kind.getKey()).with(slot).with(kind.getValue()).with(kind.getKey());
            }
            call.update();
        }
    }

    /** How many jobs of these kinds were answered; kinds without a count are not in it. */
    public static Map<String, Long> of(Connection connection, Collection<String> kinds) throws SQLException {
        Map<String, Long> answers = new HashMap<>();
        for (List<String> part : Rows.parts(List.copyOf(kinds))) {
            Call call = new Call(connection, QuarantineStatements.ANSWERS.replace("{kinds}", Rows.names(part.size())));
            part.forEach(call::with);
            call.query(row -> Map.entry(Objects.requireNonNull(row.getString(1)), row.getLong(2)))
                    .forEach(kind -> answers.put(kind.getKey(), kind.getValue()));
        }
        return answers;
    }

    /** Forgets the counts of kinds of which nothing is lost any more. */
    public static void forgetUnused(Transactions transactions) {
        List<String> unused = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, QuarantineStatements.ANSWER_UNUSED)
                        .query(row -> Objects.requireNonNull(row.getString(1))),
                ReadBack.nothingWritten());
        for (String kind : unused) {
            transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> new Call(connection, QuarantineStatements.ANSWER_FORGET)
                            .with(kind)
                            .update(),
                    ReadBack.repeatable());
        }
    }
}
