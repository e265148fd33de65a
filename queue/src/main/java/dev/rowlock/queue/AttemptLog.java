package dev.rowlock.queue;

import java.util.List;

/**
 * The lines that one attempt noted down, the last hundred of them and at most 16 KiB. Immutable.
 *
 * @param attempt from 1; an attempt that was snoozed comes again under the same number
 * @param lines in the order in which they were noted
 * @param omitted lines before them that are not kept
 */
public record AttemptLog(int attempt, List<LogLine> lines, long omitted) {
    public AttemptLog {
        lines = List.copyOf(lines);
    }
}
