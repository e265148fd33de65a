package dev.rowlock.cli.queue;

import dev.rowlock.queue.AttemptLog;
import dev.rowlock.queue.FailedAttempt;
import dev.rowlock.queue.JobDetails;
import dev.rowlock.queue.JobProgress;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.LogLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A job with all that is kept of it, as lines for people. Pure. */
final class ShownJobText {
    private ShownJobText() {}

    static List<String> of(ShownJob job) {
        JobDetails details = job.details();
        List<String> lines = new ArrayList<>();
        lines.add(title(details));
        details.status().progress().map(ShownJobText::progress).ifPresent(lines::add);
        details.headers().forEach((name, value) -> lines.add("  header " + name + "=" + value));
        job.payload().ifPresent(bytes -> lines.add("  payload " + JobText.text(bytes)));
        job.result().ifPresent(bytes -> lines.add("  result " + JobText.text(bytes)));
        attempts(job).forEach(attempt -> attempt(job, attempt, lines));
        return lines;
    }

    private static String title(JobDetails job) {
        JobState state = job.status().state();
        String of = job.maxAttempts() > 0 ? " of " + job.maxAttempts() : "";
        return "job " + job.status().id() + " of " + job.status().queue() + ", kind "
                + job.status().kind()
                + job.priority()
                        .map(priority -> ", priority " + JobText.lower(priority))
                        .orElse("") + ": " + JobText.word(state) + ", "
                + job.status().attempts() + of
                + " attempts failed" + JobText.time(state, job.at());
    }

    private static String progress(JobProgress progress) {
        String of = progress.total() > 0
                ? String.format(
                        Locale.ROOT, " of %,d (%.0f %%)", progress.total(), 100.0 * progress.done() / progress.total())
                : "";
        return String.format(Locale.ROOT, "  progress %,d", progress.done()) + of
                + (progress.note() == null ? "" : ", " + progress.note()) + "  attempt " + progress.attempt() + " at "
                + progress.at();
    }

    /** Those that left something. */
    private static List<Integer> attempts(ShownJob job) {
        return Stream.concat(
                        job.failures().stream().map(FailedAttempt::attempt),
                        job.logs().stream().map(AttemptLog::attempt))
                .distinct()
                .sorted()
                .toList();
    }

    /** What it told, and then how it failed. */
    private static void attempt(ShownJob job, int attempt, List<String> lines) {
        for (AttemptLog log : job.logs()) {
            if (log.attempt() == attempt) {
                if (log.omitted() > 0) {
                    lines.add("  attempt " + attempt + ": " + log.omitted() + " lines before are not kept");
                }
                log.lines().forEach(line -> lines.add("  attempt " + attempt + " " + line(line)));
            }
        }
        for (FailedAttempt failure : job.failures()) {
            if (failure.attempt() == attempt) {
                lines.add("  attempt " + attempt + " failed at " + failure.at() + ": " + failure.reason());
                if (job.shows(ShownJob.Part.STACKS) && failure.stack() != null) {
                    failure.stack().lines().forEach(line -> lines.add("    " + line));
                }
            }
        }
    }

    private static String line(LogLine line) {
        return String.format(Locale.ROOT, "+%.3f s: ", line.after().toMillis() / 1e3) + line.text();
    }
}
