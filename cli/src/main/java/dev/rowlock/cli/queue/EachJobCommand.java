package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.JobId;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands share that do something to each of some jobs. */
abstract class EachJobCommand {
    /**
     * What became of one job.
     *
     * @param outcome one word
     */
    record Answer(boolean done, String outcome, String text) {}

    /** Does it to one job. */
    interface Action {
        Answer to(JobId job);
    }

    @Parameters(
            arity = "0..*",
            paramLabel = "ID",
            description = "which jobs; - reads their ids from standard input, one a line")
    private List<String> ids = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    final CommandSpec spec() {
        return spec;
    }

    final Output output() {
        return RowlockCommand.output(spec);
    }

    /** Which jobs; what is no id is told before anything is done. */
    final List<JobId> jobs() {
        List<String> texts = ids.equals(List.of("-"))
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        .lines()
                        .toList()
                : ids;
        return texts.stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(JobId::parse)
                .toList();
    }

    final ExitCode each(List<JobId> jobs, Action action) {
        boolean all = true;
        for (JobId job : jobs) {
            Answer answer = action.to(job);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", job.toString());
            json.put("outcome", answer.outcome());
            output().answer(json, answer.text());
            all &= answer.done();
        }
        return all ? ExitCode.DONE : ExitCode.NO;
    }
}
