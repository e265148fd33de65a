package dev.rowlock.cli.queue;

import dev.rowlock.queue.AttemptLog;
import dev.rowlock.queue.FailedAttempt;
import dev.rowlock.queue.JobDetails;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.Queues;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that is kept with one job, as {@code rowlock jobs show} prints it. Immutable.
 *
 * @param failures attempts that failed
 * @param logs what attempts noted down
 * @param parts what is printed only when asked for
 */
record ShownJob(
        JobDetails details,
        List<FailedAttempt> failures,
        List<AttemptLog> logs,
        Optional<ByteBuffer> result,
        Set<Part> parts) {
    /** What may be long, or nobody else's business. */
    enum Part {
        PAYLOAD,
        STACKS
    }

    ShownJob {
        failures = List.copyOf(failures);
        logs = List.copyOf(logs);
        parts = Set.copyOf(parts);
    }

    /** Empty when there is no such job, or it is no longer kept. */
    static Optional<ShownJob> read(Queues queues, JobId job, Set<Part> parts) {
        return queues.details(job)
                .map(details -> new ShownJob(
                        details,
                        queues.failures(job),
                        queues.log(job),
                        parts.contains(Part.PAYLOAD)
                                ? queues.finished(job)
                                        .flatMap(ended -> Optional.ofNullable(ended.result()))
                                        .map(ByteBuffer::wrap)
                                : Optional.empty(),
                        parts));
    }

    Optional<ByteBuffer> payload() {
        return shows(Part.PAYLOAD) ? details.payload() : Optional.empty();
    }

    boolean shows(Part part) {
        return parts.contains(part);
    }
}
