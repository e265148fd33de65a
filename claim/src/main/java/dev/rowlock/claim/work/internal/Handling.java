package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.work.BatchHandler;
import dev.rowlock.claim.work.Handler;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.Work;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the user's handler and turns whatever it does into outcomes. Thread-safe as far as the handler is. */
public final class Handling {
    private static final Logger log = LoggerFactory.getLogger(Handling.class);
    private static final int LONGEST_REASON = 2_000;

    private final BatchHandler handler;
    private final int chunk;

    private Handling(BatchHandler handler, int chunk) {
        this.handler = handler;
        this.chunk = chunk;
    }

    public static Handling ofRows(Handler handler) {
        return new Handling(rows -> List.of(handler.handle(rows.get(0))), 1);
    }

    public static Handling ofBatches(BatchHandler handler, int batch) {
        return new Handling(handler, batch);
    }

    /** Rows of one call. */
    int chunk() {
        return chunk;
    }

    /** An outcome for each row, whatever happens. */
    List<Outcome> handle(String name, List<? extends Work> rows) {
        try {
            List<Outcome> outcomes = List.copyOf(handler.handle(rows));
            if (outcomes.size() != rows.size()) {
                throw new IllegalStateException(
                        "the handler returned " + outcomes.size() + " outcomes for " + rows.size() + " rows");
            }
            return outcomes;
        } catch (Exception | StackOverflowError | AssertionError e) {
            log.debug("{} handler failed rows={}", name, rows.size(), e);
            return Collections.nCopies(rows.size(), Outcome.failed(reason(e)));
        }
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        String text = message == null || message.isBlank() ? e.getClass().getName() : message.strip();
        String named = e instanceof RuntimeException || e instanceof Error
                ? e.getClass().getSimpleName() + ": " + text
                : text;
        return named.length() <= LONGEST_REASON ? named : named.substring(0, LONGEST_REASON);
    }
}
