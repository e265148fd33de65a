package dev.rowlock.cli.queue;

import dev.rowlock.queue.AttemptLog;
import dev.rowlock.queue.FailedAttempt;
import dev.rowlock.queue.JobProgress;
import dev.rowlock.queue.LogLine;
import java.util.LinkedHashMap;
import java.util.Map;

/** A job with all that is kept of it, as JSON. Pure. */
final class ShownJobJson {
    private ShownJobJson() {}

    static Map<String, Object> of(ShownJob job) {
        var details = job.details();
        Map<String, Object> json = JobText.json(details.status(), details.maxAttempts(), details.at());
        details.priority().ifPresent(priority -> json.put("priority", JobText.lower(priority)));
        json.put("headers", details.headers());
        job.payload().ifPresent(bytes -> JobText.add(json, "payload", bytes));
        job.result().ifPresent(bytes -> JobText.add(json, "result", bytes));
        details.status().progress().ifPresent(progress -> json.put("progress", progress(progress)));
        json.put(
                "failures",
                job.failures().stream().map(failure -> failure(job, failure)).toList());
        json.put("log", job.logs().stream().map(ShownJobJson::log).toList());
        return json;
    }

    private static Map<String, Object> progress(JobProgress progress) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("attempt", progress.attempt());
        json.put("done", progress.done());
        json.put("total", progress.total());
        json.put("note", progress.note());
        json.put("at", progress.at().toString());
        return json;
    }

    private static Map<String, Object> failure(ShownJob job, FailedAttempt failure) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("attempt", failure.attempt());
        json.put("at", failure.at().toString());
        json.put("reason", failure.reason());
        if (job.shows(ShownJob.Part.STACKS)) {
            json.put("stack", failure.stack());
        }
        return json;
    }

    private static Map<String, Object> log(AttemptLog log) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("attempt", log.attempt());
        json.put("omitted", log.omitted());
        json.put("lines", log.lines().stream().map(ShownJobJson::line).toList());
        return json;
    }

    private static Map<String, Object> line(LogLine line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("afterMillis", line.after().toMillis());
        json.put("text", line.text());
        return json;
    }
}
