package dev.rowlock.cli.queue;

import dev.rowlock.cli.DurationConverter;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.PayloadCodec;
import dev.rowlock.queue.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What an enqueued job is given besides its payload. Filled by picocli. */
final class JobOptions {
    /** Not at once. */
    static final class Later {
        @Option(
                names = "--delay",
                paramLabel = "TIME",
                converter = DurationConverter.class,
                description = "due so long from now, such as 30s or 2h")
        private @Nullable Duration delay;

        @Option(
                names = "--at",
                paramLabel = "WHEN",
                converter = InstantConverter.class,
                description = "due at this time, such as 2026-12-01T08:00:00Z")
        private @Nullable Instant at;
    }

    @Option(names = "--priority", paramLabel = "P", description = "urgent, high, normal or low; default: normal")
    private Priority priority = Priority.NORMAL;

    @ArgGroup
    private @Nullable Later later;

    @Option(names = "--max-attempts", paramLabel = "N", description = "default: 20")
    private int maxAttempts = 20;

    @Option(names = "--header", paramLabel = "NAME=VALUE", description = "travels with the job; may be repeated")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--key", paramLabel = "TEXT", description = "idempotency key: one job for each")
    private @Nullable String key;

    @Option(names = "--key-scope", paramLabel = "TEXT", description = "what keys belong to; default: nothing")
    private String scope = "";

    @Option(
            names = "--key-retention",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "how long keys are remembered; default: 1d")
    private Duration retention = Duration.ofDays(1);

    boolean hasKey() {
        return key != null;
    }

    IdempotencyKey key(String name) {
        return new IdempotencyKey(scope, name, retention);
    }

    /** A job with all that the options say. */
    NewJob.Builder job(String kind, byte[] payload) {
        NewJob.Builder job = NewJob.builder(new JobKind<>(kind, PayloadCodec.bytes()), payload)
                .priority(priority)
                .maxAttempts(maxAttempts);
        headers.forEach(job::header);
        if (later != null && later.delay != null) {
            job.delay(later.delay);
        } else if (later != null && later.at != null) {
            job.dueAt(later.at);
        }
        if (key != null) {
            job.idempotencyKey(key(key));
        }
        return job;
    }
}
