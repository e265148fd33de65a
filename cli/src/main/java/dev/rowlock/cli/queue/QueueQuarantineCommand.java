package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.queue.QuarantinedKind;
import dev.rowlock.queue.Queues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rowlock queues quarantine}. */
@Command(
        name = "quarantine",
        abbreviateSynopsis = true,
        sortOptions = false,
        description = {
            "Lists the kinds whose jobs are put aside, because they kept killing workers or somebody said so; lets kinds out again, or puts one there.",
            "Exit code 1: a kind to be released is not in quarantine, or one to be put there is in it already.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  rowlock queues quarantine --json",
            "  rowlock queues quarantine --release thumbnail",
            "  rowlock queues quarantine --add thumbnail --reason 'until Monday'"
        })
final class QueueQuarantineCommand implements Callable<Integer> {
    private static final String NO_REASON = "put here by rowlock queues quarantine";

    /** What to change; nothing: the list. */
    static final class Change {
        @Option(
                names = "--release",
                paramLabel = "KIND",
                description = "lets the kind out: all its jobs are due again; may be repeated")
        private List<String> released = List.of();

        @ArgGroup(exclusive = false)
        private @Nullable Addition added;
    }

    /** A kind to be put in quarantine by hand. */
    static final class Addition {
        @Option(
                names = "--add",
                paramLabel = "KIND",
                required = true,
                description = "puts the kind there: no process claims its jobs any more, those that run go on")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String kind;

        @Option(names = "--reason", paramLabel = "TEXT", description = "why, for the list")
        private String reason = NO_REASON;
    }

    @ArgGroup
    private @Nullable Change change;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Output output = RowlockCommand.output(spec);
        try (QueueServer server = QueueServer.connect(spec)) {
            Queues queues = server.queues();
            Change wanted = change;
            if (wanted == null) {
                return list(output, queues.quarantined());
            }
            Addition added = wanted.added;
            return added == null ? release(output, queues, wanted.released) : add(output, queues, added);
        }
    }

    private static int list(Output output, List<QuarantinedKind> kinds) {
        if (kinds.isEmpty() && !output.isJson()) {
            output.line("no kind is in quarantine");
        }
        for (QuarantinedKind kind : kinds) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("kind", kind.kind());
            json.put("since", kind.since().toString());
            json.put("losses", kind.losses());
            json.put("reason", kind.reason());
            output.answer(json, kind.kind() + "  since " + kind.since() + "  " + kind.reason());
        }
        return ExitCode.DONE.number();
    }

    private static int release(Output output, Queues queues, List<String> kinds) {
        ExitCode code = ExitCode.DONE;
        for (String kind : kinds) {
            boolean there = isThere(queues, kind);
            // Also when it is not there: another release may have died before it had brought back all jobs.
            long jobs = queues.release(kind);
            code = there ? code : ExitCode.NO;
            output.answer(
                    json(kind, there ? "released" : "not in quarantine", jobs),
                    (there ? "kind " + kind + " is released" : "kind " + kind + " is not in quarantine") + ", " + jobs
                            + " jobs are due again");
        }
        return code.number();
    }

    private static int add(Output output, Queues queues, Addition added) {
        boolean there = isThere(queues, added.kind);
        queues.quarantine(added.kind, added.reason);
        output.answer(
                Map.of("kind", added.kind, "outcome", there ? "already in quarantine" : "in quarantine"),
                "kind " + added.kind + (there ? " is in quarantine already" : " is in quarantine"));
        return (there ? ExitCode.NO : ExitCode.DONE).number();
    }

    private static boolean isThere(Queues queues, String kind) {
        return queues.quarantined().stream().anyMatch(one -> one.kind().equals(kind));
    }

    private static Map<String, Object> json(String kind, String outcome, long jobs) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", kind);
        json.put("outcome", outcome);
        json.put("jobs", jobs);
        return json;
    }
}
