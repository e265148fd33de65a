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
    private final @Nullable String orderingKey;
    private final @Nullable String concurrencyKey;
    private final @Nullable String uniqueKey;
    private final UniqueWhile uniqueUntil;

    private NewJob(Builder builder) {
        this.kind = builder.kind;
        this.payload = builder.payload;
        this.priority = builder.priority;
        this.delay = builder.delay;
        this.dueAt = builder.dueAt;
        this.maxAttempts = builder.maxAttempts;
        this.headers = Map.copyOf(builder.headers);
        this.key = builder.key;
        this.orderingKey = builder.orderingKey;
        this.concurrencyKey = builder.concurrencyKey;
        this.uniqueKey = builder.uniqueKey;
        this.uniqueUntil = builder.uniqueUntil;
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

    public Optional<String> orderingKey() {
        return Optional.ofNullable(orderingKey);
    }

    public Optional<String> concurrencyKey() {
        return Optional.ofNullable(concurrencyKey);
    }

    /** The key under which it is enqueued once at a time. */
    public Optional<String> uniqueKey() {
        return Optional.ofNullable(uniqueKey);
    }

    /** How long it has that key, if it has one. */
    public UniqueWhile uniqueUntil() {
        return uniqueUntil;
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
        private @Nullable String orderingKey;
        private @Nullable String concurrencyKey;
        private @Nullable String uniqueKey;
        private UniqueWhile uniqueUntil = UniqueWhile.PENDING_OR_RUNNING;

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

        /**
         * Jobs of one key in one queue run one at a time, in the order in which they were inserted. One that is tried again, snoozed or delayed
         * holds back those behind it until it is over: done, cancelled, or a dead letter.
         *
         * @param key 1 to 200 characters
         */
        public Builder orderingKey(String key) {
            orderingKey = key;
            return this;
        }

        /**
         * Jobs of one key in one queue are held to the queue's {@link KeyLimits}. One that waits for its next attempt lets others pass.
         *
         * @param key 1 to 200 characters
         */
        public Builder concurrencyKey(String key) {
            concurrencyKey = key;
            return this;
        }

        /**
         * While a job of the queue has this key, another is answered with {@link EnqueueOutcome.Duplicate}.
         *
         * @param key 1 to 200 characters
         * @param until how long the job has it
         */
        public Builder uniqueWhile(String key, UniqueWhile until) {
            uniqueKey = key;
            uniqueUntil = until;
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
            requireKey("an ordering key", orderingKey);
            requireKey("a concurrency key", concurrencyKey);
            requireKey("a unique key", uniqueKey);
            require(
                    orderingKey == null || concurrencyKey == null,
                    "a job has an orderingKey or a concurrencyKey, not both: the first runs its jobs one at a time anyway");
            require(
                    uniqueKey == null || key == null,
                    "a job has an idempotencyKey or is uniqueWhile, not both: the one remembers jobs that have ended, the other does not");
            return new NewJob(this);
        }

        private static void requireKey(String what, @Nullable String key) {
            require(
                    key == null || (!key.isEmpty() && key.length() <= 200),
                    what + " has 1 to 200 characters, not " + (key == null ? 0 : key.length()) + ": " + key);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new ConfigurationException(message);
            }
        }
    }
}
