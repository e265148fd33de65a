package dev.rowlock.cli.queue;

import dev.rowlock.cli.Output;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Enqueues a job for each line of a stream, a thousand in one transaction. Used by one thread. */
final class BulkEnqueue {
    private static final int TOGETHER = 1_000;

    private final Queue queue;
    private final Function<String, NewJob> reader;
    private final EnqueueReport report;
    private final Output output;
    private final List<NewJob> jobs = new ArrayList<>(TOGETHER);
    private final List<Integer> lines = new ArrayList<>(TOGETHER);
    private int line;
    private int written;

    BulkEnqueue(Queue queue, Function<String, NewJob> reader, EnqueueReport report, Output output) {
        this.queue = queue;
        this.reader = reader;
        this.report = report;
        this.output = output;
    }

    /** Reads to the end. Lines that are blank are left out. */
    void run(BufferedReader in) {
        try {
            for (String text = next(in); text != null; text = next(in)) {
                if (!text.isBlank()) {
                    jobs.add(read(text));
                    lines.add(line);
                    if (jobs.size() == TOGETHER) {
                        write();
                    }
                }
            }
            write();
        } catch (RuntimeException e) {
            tellHowFar(e);
            throw e;
        }
    }

    private @org.jspecify.annotations.Nullable String next(BufferedReader in) {
        line++;
        try {
            return in.readLine();
        } catch (CharacterCodingException e) {
            throw new ConfigurationException("line " + line + " or one soon after it is not UTF-8", e);
        } catch (IOException e) {
            throw new ConfigurationException("standard input cannot be read: " + e.getMessage(), e);
        }
    }

    private NewJob read(String text) {
        try {
            return reader.apply(text);
        } catch (ConfigurationException e) {
            throw new ConfigurationException("line " + line + ": " + e.getMessage(), e);
        }
    }

    private void write() {
        if (jobs.isEmpty()) {
            return;
        }
        List<EnqueueOutcome> outcomes = queue.enqueueAll(jobs);
        for (int at = 0; at < outcomes.size(); at++) {
            report.line(lines.get(at), outcomes.get(at));
        }
        written = lines.get(lines.size() - 1);
        jobs.clear();
        lines.clear();
    }

    private void tellHowFar(RuntimeException why) {
        int next = written + 1;
        boolean unknown = why instanceof StoreException store && store.failure() == Failure.COMMIT_UNKNOWN;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "stopped");
        json.put("linesEnqueued", written);
        json.put("unknownUntil", unknown ? lines.get(lines.size() - 1) : null);
        String rest = unknown
                ? "of lines " + next + " to " + lines.get(lines.size() - 1)
                        + " it is not known: all are, or none; the rest is not"
                : "the rest is not: go on from line " + next;
        output.note(
                output.isJson()
                        ? Output.text(json)
                        : written == 0 && !unknown
                                ? "nothing was enqueued"
                                : "lines 1 to " + written + " are enqueued, " + rest);
    }
}
