package dev.rowlock.cli.demo;

import dev.rowlock.cli.Output;
import dev.rowlock.cli.internal.sql.DemoStatements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the tables whether each row ended once, and says with which statement. */
final class Proof {
    private record Check(String claim, String sql, long found, long expected) {
        boolean holds() {
            return found == expected;
        }
    }

    private final List<Check> checks = new ArrayList<>();
    private final DemoDatabase database;

    Proof(DemoDatabase database) {
        this.database = database;
    }

    /** Runs every check. */
    Proof run() {
        long jobs = database.number(DemoStatements.JOB_QUEUE_ALL);
        long tasks = database.number(DemoStatements.TASK_QUEUE_ALL);
        check("every job is done", DemoStatements.JOB_QUEUE_DONE, jobs);
        check("every task is done", DemoStatements.TASK_QUEUE_DONE, tasks);
        check("there are as many effects as rows", DemoStatements.EFFECTS_ALL, jobs + tasks);
        check("no row is without its effect", DemoStatements.ROWS_WITHOUT_EFFECT, 0);
        check("no row had its effect twice", DemoStatements.ROWS_WITH_TWO_EFFECTS, 0);
        check("no claim was completed twice", DemoStatements.CLAIMS_WITH_TWO_EFFECTS, 0);
        return this;
    }

    private void check(String claim, String sql, long expected) {
        checks.add(new Check(claim, sql.strip().replaceAll("\\s+", " "), database.number(sql), expected));
    }

    boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }

    void print(Output output) {
        if (output.isJson()) {
            for (Check check : checks) {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("event", "proof");
                json.put("claim", check.claim());
                json.put("sql", check.sql());
                json.put("found", check.found());
                json.put("expected", check.expected());
                json.put("holds", check.holds());
                output.json(json);
            }
            return;
        }
        for (Check check : checks) {
            output.line((check.holds() ? "  yes  " : "  NO   ") + check.claim() + ": " + check.found()
                    + (check.expected() == 0 ? "" : " of " + check.expected()));
            output.line("         " + check.sql());
        }
    }
}
