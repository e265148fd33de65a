package dev.rowlock.claim.work;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How a worker works. Immutable. */
public final class WorkSettings {
    private final String name;
    private final int batch;
    private final int concurrency;
    private final WhenEmpty whenEmpty;
    private final Duration shortestPause;
    private final Duration longestPause;
    private final Duration cancelPatience;
    private final @Nullable Executor executor;
    private final WorkListener listener;
    private final LongSupplier ticker;

    private WorkSettings(Builder builder) {
        this.name = builder.name;
        this.batch = builder.batch;
        this.concurrency = builder.concurrency;
        this.whenEmpty = builder.whenEmpty;
        this.shortestPause = builder.shortestPause;
        this.longestPause = builder.longestPause;
        this.cancelPatience = builder.cancelPatience;
        this.executor = builder.executor;
        this.listener = builder.listener;
        this.ticker = builder.ticker;
    }

    /** Batches of 50, eight at work, waiting for new rows when there are none. */
    public static WorkSettings standard() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** What threads and log lines are named after. */
    public String name() {
        return name;
    }

    /** Rows of one claim. */
    public int batch() {
        return batch;
    }

    /** Calls of the handler at one time: rows for a {@link Handler}, batches for a {@link BatchHandler}. */
    public int concurrency() {
        return concurrency;
    }

    public WhenEmpty whenEmpty() {
        return whenEmpty;
    }

    /** The first pause after a claim that saw nothing. */
    public Duration shortestPause() {
        return shortestPause;
    }

    /** The longest pause between two looks at a table with nothing to do. */
    public Duration longestPause() {
        return longestPause;
    }

    /** How long {@link LeaseWorker#close(Duration)} waits for handlers that were told to stop. */
    public Duration cancelPatience() {
        return cancelPatience;
    }

    /** What runs the handler; empty when the worker makes its own threads. */
    public Optional<Executor> executor() {
        return Optional.ofNullable(executor);
    }

    public WorkListener listener() {
        return listener;
    }

    /** Elapsed time, as {@link System#nanoTime}. */
    public LongSupplier ticker() {
        return ticker;
    }

    /** Collects what differs from the standard. Not thread-safe. */
    public static final class Builder {
        private String name = "rowlock";
        private int batch = 50;
        private int concurrency = 8;
        private WhenEmpty whenEmpty = WhenEmpty.WAIT;
        private Duration shortestPause = Duration.ofMillis(20);
        private Duration longestPause = Duration.ofSeconds(1);
        private Duration cancelPatience = Duration.ofSeconds(10);
        private @Nullable Executor executor;
        private WorkListener listener = WorkListener.NONE;
        private LongSupplier ticker = System::nanoTime;

        private Builder() {}

        public Builder name(String text) {
            name = text;
            return this;
        }

        /** 1 to 10 000. */
        public Builder batch(int rows) {
            batch = rows;
            return this;
        }

        /** 1 to 10 000. */
        public Builder concurrency(int calls) {
            concurrency = calls;
            return this;
        }

        public Builder whenEmpty(WhenEmpty what) {
            whenEmpty = what;
            return this;
        }

        /** The first and the longest pause between looks at a table with nothing to do. */
        public Builder pauses(Duration shortest, Duration longest) {
            shortestPause = shortest;
            longestPause = longest;
            return this;
        }

        public Builder cancelPatience(Duration patience) {
            cancelPatience = patience;
            return this;
        }

        /** Runs the handler on this; it is not shut down. Up to {@link #concurrency} tasks run for as long as there is work. */
        public Builder executor(Executor handlers) {
            executor = handlers;
            return this;
        }

        public Builder listener(WorkListener hears) {
            listener = hears;
            return this;
        }

        /** Must tick as {@link System#nanoTime}, in which leases are stamped. */
        public Builder ticker(LongSupplier nanos) {
            ticker = nanos;
            return this;
        }

        public WorkSettings build() {
            require(batch >= 1 && batch <= 10_000, "the batch must be 1 to 10000 rows, not " + batch);
            require(
                    concurrency >= 1 && concurrency <= 10_000,
                    "the concurrency must be 1 to 10000, not " + concurrency);
            require(
                    !shortestPause.isNegative()
                            && !shortestPause.isZero()
                            && longestPause.compareTo(shortestPause) >= 0
                            && longestPause.compareTo(Duration.ofHours(1)) <= 0,
                    "pauses must be positive, the longest not below the shortest and at most an hour: " + shortestPause
                            + ", " + longestPause);
            require(!cancelPatience.isNegative(), "the patience must not be negative: " + cancelPatience);
            return new WorkSettings(this);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new ConfigurationException(message);
            }
        }
    }
}
