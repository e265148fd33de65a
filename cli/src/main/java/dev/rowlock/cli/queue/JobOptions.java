package dev.rowlock.cli.queue;

import dev.rowlock.cli.DurationConverter;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.NewJob;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private JobTraits traits = new JobTraits();

    @ArgGroup
    private @Nullable Later later;

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

    /** Whether many jobs with these options would be one job. */
    boolean isOnce() {
        return key != null || traits.isUnique();
    }

    IdempotencyKey key(String name) {
        return new IdempotencyKey(scope, name, retention);
    }

    /** A job with all that the options say. */
    NewJob.Builder job(String kind, byte[] payload) {
        NewJob.Builder job = traits.job(kind, payload);
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
