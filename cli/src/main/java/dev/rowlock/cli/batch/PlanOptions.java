package dev.rowlock.cli.batch;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A plan as options give it, alone or over a file's. Filled by picocli. */
final class PlanOptions {
    @Option(names = "--plan", paramLabel = "FILE", description = "a plan in YAML; options count more than what it says")
    private @Nullable Path file;

    @Option(names = "--name", paramLabel = "TEXT", description = "how people call it; default: the table")
    private @Nullable String name;

    @Option(names = "--table", paramLabel = "TABLE", description = "table or schema.table")
    private @Nullable String table;

    @Option(
            names = "--where",
            paramLabel = "SQL",
            description = "which rows, as after WHERE; :name is a parameter; TRUE for all")
    private @Nullable String where;

    @Option(names = "--set", paramLabel = "SQL", description = "change columns: \"status = 'OVERDUE', n = n + :step\"")
    private @Nullable String set;

    @Option(names = "--delete", description = "delete the rows")
    private boolean delete;

    @Option(
            names = "--archive-to",
            paramLabel = "TABLE",
            description = "copy the rows to this table and delete them, in one transaction")
    private @Nullable String archive;

    @Option(
            names = "--exec",
            paramLabel = "CMD",
            description = {
                "run this program for the rows of each chunk: a JSON object a line on its standard input,",
                "{\"key\": \"17\", \"columns\": {...}}; exit code 0: they are done. No row is locked meanwhile"
            })
    private @Nullable String exec;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "columns that the program gets besides the key")
    private List<String> columns = List.of();

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUE",
            description = "the value of a parameter; may be given several times")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "parts of the key space, cut by its distribution, or mod:N for key %% N; default: 8")
    private @Nullable String shards;

    @Option(names = "--chunk-rows", paramLabel = "N", description = "most rows of one transaction; default: 500")
    private @Nullable String chunkRows;

    @Option(names = "--chunk-time", paramLabel = "TIME", description = "how long rows may stay locked; default: 8ms")
    private @Nullable String chunkTime;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "auto, rows a second such as 4000, or a share of the online rate such as 3x; default: auto")
    private @Nullable String rate;

    @Option(
            names = "--guard",
            paramLabel = "SIGNAL<LINE",
            description = {
                "what must stay under a line, or the rate goes down; may be given several times:",
                "'statement:UPDATE orders SET ... < 1.1x' (P99 of an online statement, against what it was),",
                "'statement < 5ms', 'commit < 5ms' (P99 of online COMMITs), 'deadlocks < 1', 'lock-waits < 20',",
                "'threads-running < 40', 'history < 1000000', 'replica-lag:JDBC-URL < 5s', 'query:SELECT ... < 100',",
                "'http:http://host/metrics NAME < 20ms', 'canary < 1.5x'; 'none': it listens to nothing;",
                "default: P99 of the statements that write the table, and of COMMIT where they are in transactions of their own,",
                "< 1.1x, and no deadlock"
            })
    private List<String> guards = List.of();

    @Option(names = "--window", paramLabel = "HOURS", description = "when it may work: '02:00-04:00 Europe/Berlin'")
    private @Nullable String window;

    @Option(
            names = "--at-window-end",
            paramLabel = "wait|stop|finish",
            description = "if it is not through by then; default: wait for the next day's")
    private @Nullable String atWindowEnd;

    @Option(
            names = "--give-up-held",
            paramLabel = "TIME",
            description = "how long to come back to rows that others hold; default: until none is left")
    private @Nullable String giveUpHeld;

    @Option(
            names = "--recent-writes",
            paramLabel = "TIME",
            description = {
                "leave rows for later that online traffic wrote within this time, such as 5s; needs the binary log;",
                "default: it does not matter"
            })
    private @Nullable String recentWrites;

    /** Whether anything of a plan is given but for the program. */
    boolean isGiven() {
        return file != null
                || name != null
                || table != null
                || where != null
                || set != null
                || delete
                || archive != null
                || !columns.isEmpty()
                || !parameters.isEmpty()
                || shards != null
                || chunkRows != null
                || chunkTime != null
                || rate != null
                || !guards.isEmpty()
                || window != null
                || atWindowEnd != null
                || giveUpHeld != null
                || recentWrites != null;
    }

    @Nullable
    String program() {
        return exec;
    }

    PlanDraft draft() {
        PlanDraft draft = new PlanDraft();
        if (file != null) {
            PlanFile.read(file, draft);
        }
        give(name, draft::name);
        give(table, draft::table);
        give(where, draft::where);
        action(draft);
        parameters.forEach(draft::parameter);
        give(shards, draft::shards);
        give(chunkRows, draft::chunkRows);
        give(chunkTime, draft::chunkTime);
        give(rate, draft::rate);
        guards.forEach(draft::guard);
        give(window, draft::window);
        give(atWindowEnd, draft::atWindowEnd);
        give(giveUpHeld, draft::giveUpHeld);
        give(recentWrites, draft::recentWrites);
        return draft;
    }

    private void action(PlanDraft draft) {
        if (set != null || delete || archive != null || exec != null) {
            draft.forgetAction();
        }
        give(set, draft::set);
        if (delete) {
            draft.delete();
        }
        give(archive, draft::archive);
        if (!columns.isEmpty()) {
            draft.columns(columns);
        }
        give(exec, draft::exec);
    }

    private static void give(@Nullable String text, Consumer<String> taker) {
        if (text != null) {
            taker.accept(text);
        }
    }
}
