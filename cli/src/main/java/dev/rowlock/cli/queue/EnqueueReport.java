package dev.rowlock.cli.queue;

import dev.rowlock.cli.ExitCode;
import dev.rowlock.cli.Output;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.FinishedJob;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Prints what became of enqueues. Used by one thread. */
final class EnqueueReport {
    private final Output output;
    private long inserted;
    private long duplicates;

    EnqueueReport(Output output) {
        this.output = output;
    }

    void one(EnqueueOutcome outcome) {
        tell(new LinkedHashMap<>(), outcome);
    }

    void line(int line, EnqueueOutcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("line", line);
        tell(json, outcome);
    }

    private void tell(Map<String, Object> json, EnqueueOutcome outcome) {
        boolean duplicate = outcome.<Boolean>fold(inserted -> false, first -> true);
        if (duplicate) {
            duplicates++;
        } else {
            inserted++;
        }
        json.put("id", outcome.id().toString());
        json.put("outcome", duplicate ? "duplicate" : "inserted");
        outcome.<Optional<FinishedJob>>fold(inserted -> Optional.empty(), first -> first.finished())
                .ifPresent(finished ->
                        json.put("finished", finished.ending().name().toLowerCase(Locale.ROOT)));
        output.answer(json, outcome.id() + (duplicate ? " (the key was used before)" : ""));
    }

    /** The last line of many. */
    void total() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "summary");
        json.put("inserted", inserted);
        json.put("duplicates", duplicates);
        if (output.isJson()) {
            output.json(json);
        } else {
            output.note(inserted + " jobs enqueued, " + duplicates + " were there before");
        }
    }

    /** "No" when there is no new job although some were asked for. */
    ExitCode exitCode() {
        return inserted == 0 && duplicates > 0 ? ExitCode.NO : ExitCode.DONE;
    }
}
