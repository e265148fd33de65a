package dev.rowlock.queue.internal.census;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.CensusStatements;

/**
 * A run of jobs in the order of their ids, which is counted in segments.
 *
 * @param queue whose jobs; of no meaning where those of all queues are counted together
 * @param priority of no meaning but for {@link Table#JOB}
 */
record Strip(Table table, int queue, int priority) {
    /** Where the jobs are. */
    enum Table {
        JOB(CensusStatements.JOBS),
        DELAYED(CensusStatements.DELAYED),
        LINED(CensusStatements.LINED),
        DEAD(CensusStatements.DEAD);

        private final String statement;

        Table(String statement) {
            this.statement = statement;
        }

        String statement() {
            return statement;
        }

        /** Whether the jobs of all queues are one strip. */
        boolean isShared() {
            return this == DELAYED || this == LINED;
        }
    }

    static final Strip DELAYED = new Strip(Table.DELAYED, 0, 0);
    static final Strip LINED = new Strip(Table.LINED, 0, 0);

    /** Adds the parameters of one piece. */
    void bind(Call call, int piece, Segment segment, int limit) {
        call.with(piece);
        if (!table.isShared()) {
            call.with(queue).with(queue);
        }
        if (table == Table.JOB) {
            call.with(priority);
        }
        call.with(segment.after().bytes()).with(segment.upTo().bytes()).with(limit);
    }
}
