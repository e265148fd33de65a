package dev.rowlock.cli.queue;

import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.PayloadCodec;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.UniqueWhile;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What any job is given, whether it is enqueued now or by a schedule. Filled by picocli. */
final class JobTraits {
    /** Who it has to wait for: at most one of them. */
    static final class Line {
        @Option(
                names = "--ordering-key",
                paramLabel = "TEXT",
                description = "jobs of one such key run one after the other, in order")
        private @Nullable String ordering;

        @Option(
                names = "--concurrency-key",
                paramLabel = "TEXT",
                description = "jobs of one such key are held to the limits of queues limit")
        private @Nullable String concurrency;
    }

    /** While which other jobs it is not enqueued: at most one of them. */
    static final class Unique {
        @Option(
                names = "--unique",
                paramLabel = "TEXT",
                description = "none is enqueued while one with this key is pending or running")
        private @Nullable String open;

        @Option(
                names = "--unique-pending",
                paramLabel = "TEXT",
                description = "none is enqueued while one with this key is pending")
        private @Nullable String pending;
    }

    @Option(names = "--priority", paramLabel = "P", description = "urgent, high, normal or low; default: normal")
    private Priority priority = Priority.NORMAL;

    @Option(names = "--max-attempts", paramLabel = "N", description = "default: 20")
    private int maxAttempts = 20;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "travels with the job; may be repeated")
    private Map<String, String> headers = new LinkedHashMap<>();

    @ArgGroup
    private @Nullable Line line;

    @ArgGroup
    private @Nullable Unique unique;

    /** Whether many jobs with these options would be one job. */
    boolean isUnique() {
        return unique != null;
    }

    /** A job with all that the options say. */
    NewJob.Builder job(String kind, byte[] payload) {
        NewJob.Builder job = NewJob.builder(new JobKind<>(kind, PayloadCodec.bytes()), payload)
                .priority(priority)
                .maxAttempts(maxAttempts);
        headers.forEach(job::header);
        if (line != null && line.ordering != null) {
            job.orderingKey(line.ordering);
        } else if (line != null && line.concurrency != null) {
            job.concurrencyKey(line.concurrency);
        }
        if (unique != null && unique.open != null) {
            job.uniqueWhile(unique.open, UniqueWhile.PENDING_OR_RUNNING);
        } else if (unique != null && unique.pending != null) {
            job.uniqueWhile(unique.pending, UniqueWhile.PENDING);
        }
        return job;
    }
}
