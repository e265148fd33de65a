package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A job to be enqueued. Immutable; the payload is encoded when it is built. */
public final class NewJob {
    /** Of one job, unless its queue is told otherwise. */
    static final int STANDARD_ATTEMPTS = 20;

    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-01-01T00:00:00Z");

    private final String kind;
    private final byte[] payload;
    private final Priority priority;
    private final Duration delay;
    private final @Nullable Instant dueAt;
    private final int maxAttempts;
    private final Map<String, String> headers;
    private final @Nullable IdempotencyKey key;

    private NewJob(Builder builder) {
        this.kind = builder.kind;
        this.payload = builder.payload;
        this.priority = builder.priority;
        this.delay = builder.delay;
        this.dueAt = builder.dueAt;
        this.maxAttempts = builder.maxAttempts;
        this.headers = Map.copyOf(builder.headers);
        this.key = builder.key;
    }

    /** A job of normal priority that is due at once. */
    public static <T> NewJob of(JobKind<T> kind, T payload) {
        return builder(kind, payload).build();
    }

    /**
     * Begins a job.
     *
     * @throws ConfigurationException when the codec cannot encode the payload
     */
    public static <T> Builder builder(JobKind<T> kind, T payload) {
        try {
            return new Builder(kind.name(), kind.codec().encode(payload));
        } catch (Exception e) {
            throw new ConfigurationException(
                    "the payload of a job of kind " + kind.name() + " cannot be encoded: " + e, e);
        }
    }

    public String kind() {
        return kind;
    }

    /** The encoded payload. */
    public ByteBuffer payload() {
        return ByteBuffer.wrap(payload).asReadOnlyBuffer();
    }

    public Priority priority() {
        return priority;
    }

    public Duration delay() {
        return delay;
    }

    public Optional<Instant> dueAt() {
        return Optional.ofNullable(dueAt);
    }

    public int maxAttempts() {
        return maxAttempts;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public Optional<IdempotencyKey> key() {
        return Optional.ofNullable(key);
    }

    /** Collects what differs from the standard. Not thread-safe. */
    public static final class Builder {
        private final String kind;
        private final byte[] payload;
        private final Map<String, String> headers = new TreeMap<>();
        private Priority priority = Priority.NORMAL;
        private Duration delay = Duration.ZERO;
        private @Nullable Instant dueAt;
        private int maxAttempts = STANDARD_ATTEMPTS;
        private @Nullable IdempotencyKey key;

        private Builder(String kind, byte[] payload) {
            this.kind = kind;
            this.payload = payload;
        }

        public Builder priority(Priority urgency) {
            priority = urgency;
            return this;
        }

        /** Due so long after the enqueue, by the database's clock; at most ten years. */
        public Builder delay(Duration wait) {
            delay = wait;
            dueAt = null;
            return this;
        }

        /** Due at this time, by the database's clock. A time that has passed means at once. */
        public Builder dueAt(Instant time) {
            dueAt = time;
            delay = Duration.ZERO;
            return this;
        }

        /** 1 to 10 000. At the limit the job becomes a dead letter. */
        public Builder maxAttempts(int limit) {
            maxAttempts = limit;
            return this;
        }

        /** Travels with the job, for example trace context. */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        public Builder idempotencyKey(IdempotencyKey once) {
            key = once;
            return this;
        }

        public NewJob build() {
            require(
                    !delay.isNegative() && delay.compareTo(Duration.ofDays(3660)) <= 0,
                    "a delay is zero to ten years, not " + delay);
            require(
                    dueAt == null || (dueAt.isAfter(FIRST) && dueAt.isBefore(LAST)),
                    "a job is due between 1970 and 9999, not at " + dueAt);
            require(maxAttempts >= 1 && maxAttempts <= 10_000, "the attempts must be 1 to 10000, not " + maxAttempts);
            return new NewJob(this);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new ConfigurationException(message);
            }
        }
    }
}
