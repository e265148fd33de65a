package dev.rowlock.benchmarks.layouts;

import dev.rowlock.benchmarks.internal.sql.LayoutStatements;
import java.util.List;

/**
 * One way to store jobs. Immutable.
 *
 * @param name in the results
 * @param beside the name of the layout it is compared with, in the same round
 * @param payload bytes of each job's
 * @param tables to be made anew, by name
 * @param create makes them
 * @param insert enqueues jobs
 * @param claim finds jobs: their id, and their payload where the row holds it
 * @param take what follows in the claim's transaction; statements that begin with SELECT are read
 * @param complete finishes jobs
 * @param ids what ids look like
 */
record Layout(
        String name,
        String beside,
        int payload,
        List<String> tables,
        List<String> create,
        List<String> insert,
        String claim,
        List<String> take,
        List<String> complete,
        Ids ids) {
    /** What ids look like. */
    enum Ids {
        SIXTEEN_BYTES,
        EIGHT_BYTES
    }

    private static final String CHOSEN = "primary key";
    private static final String RECORDED = "history by INSERT ... SELECT";

    /** The layout that was chosen, without a history. */
    private static Layout plain(String name, int payload) {
        return new Layout(
                name,
                name,
                payload,
                List.of("layout_key"),
                List.of(LayoutStatements.KEY_CREATE),
                List.of(LayoutStatements.KEY_INSERT),
                LayoutStatements.KEY_CLAIM,
                List.of(LayoutStatements.KEY_TAKE),
                List.of(LayoutStatements.KEY_DELETE),
                Ids.SIXTEEN_BYTES);
    }

    /** The same with a history, written by these statements. */
    private static Layout recorded(String name, List<String> complete) {
        return new Layout(
                name,
                RECORDED,
                60,
                List.of("layout_key", "layout_history"),
                List.of(LayoutStatements.KEY_CREATE, LayoutStatements.HISTORY_CREATE),
                List.of(LayoutStatements.KEY_INSERT),
                LayoutStatements.KEY_CLAIM,
                List.of(LayoutStatements.KEY_TAKE),
                complete,
                Ids.SIXTEEN_BYTES);
    }

    private static Layout slim(String name, String beside, int payload) {
        return new Layout(
                name,
                beside,
                payload,
                List.of("layout_slim", "layout_body"),
                List.of(LayoutStatements.SLIM_CREATE, LayoutStatements.BODY_CREATE),
                List.of(LayoutStatements.SLIM_INSERT, LayoutStatements.BODY_INSERT),
                LayoutStatements.SLIM_CLAIM,
                List.of(LayoutStatements.SLIM_TAKE, LayoutStatements.BODY_READ),
                List.of(LayoutStatements.SLIM_DELETE, LayoutStatements.BODY_DELETE),
                Ids.SIXTEEN_BYTES);
    }

    /** All that were considered. */
    static List<Layout> all() {
        return List.of(
                plain(CHOSEN, 60),
                new Layout(
                        "primary key, bigint id",
                        CHOSEN,
                        60,
                        List.of("layout_long"),
                        List.of(LayoutStatements.LONG_CREATE),
                        List.of(LayoutStatements.LONG_INSERT),
                        LayoutStatements.LONG_CLAIM,
                        List.of(LayoutStatements.LONG_TAKE),
                        List.of(LayoutStatements.LONG_DELETE),
                        Ids.EIGHT_BYTES),
                new Layout(
                        "KEY(status, available_at, id)",
                        CHOSEN,
                        60,
                        List.of("layout_status"),
                        List.of(LayoutStatements.STATUS_CREATE),
                        List.of(LayoutStatements.STATUS_INSERT),
                        LayoutStatements.STATUS_CLAIM,
                        List.of(LayoutStatements.STATUS_TAKE),
                        List.of(LayoutStatements.STATUS_DELETE),
                        Ids.SIXTEEN_BYTES),
                new Layout(
                        "ready and claimed tables",
                        CHOSEN,
                        60,
                        List.of("layout_ready", "layout_claimed"),
                        List.of(LayoutStatements.READY_CREATE, LayoutStatements.CLAIMED_CREATE),
                        List.of(LayoutStatements.READY_INSERT),
                        LayoutStatements.READY_CLAIM,
                        List.of(LayoutStatements.READY_MOVE, LayoutStatements.READY_DELETE),
                        List.of(LayoutStatements.CLAIMED_DELETE),
                        Ids.SIXTEEN_BYTES),
                plain("1 KiB in the row", 1 << 10),
                slim("1 KiB in a table of its own", "1 KiB in the row", 1 << 10),
                plain("16 KiB in the row", 16 << 10),
                slim("16 KiB in a table of its own", "16 KiB in the row", 16 << 10),
                recorded(RECORDED, List.of(LayoutStatements.HISTORY_SELECT, LayoutStatements.KEY_DELETE)),
                recorded(
                        "history by lock and INSERT ... VALUES",
                        List.of(
                                LayoutStatements.KEY_LOCK,
                                LayoutStatements.HISTORY_VALUES,
                                LayoutStatements.KEY_DELETE)));
    }
}
