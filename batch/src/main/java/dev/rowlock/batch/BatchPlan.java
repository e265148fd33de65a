package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.RateSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a batch shall do, to which rows, and how fast it may. Nothing in it has been compared with a server yet; {@link Batches} does that.
 * Immutable.
 */
public final class BatchPlan {
    private final String name;
    private final TableName table;
    private final String where;
    private final Action action;
    private final Map<String, String> parameters;
    private final ShardRule shards;
    private final ChunkBounds chunk;
    private final RateSetting rate;
    private final List<GuardRule> guards;
    private final @Nullable Window windowOrNull;
    private final HeldRule held;
    private final Duration recentWrites;

    private BatchPlan(Builder builder) {
        this.name = builder.name;
        this.table = builder.table;
        this.where = builder.where;
        this.action = builder.action;
        this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(builder.parameters));
        this.shards = builder.shards;
        this.chunk = builder.chunk;
        this.rate = builder.rate;
        this.guards = List.copyOf(builder.guards);
        this.windowOrNull = builder.windowOrNull;
        this.held = builder.held;
        this.recentWrites = builder.recentWrites;
    }

    /** A plan for the rows of a table that fulfil a condition, written as after WHERE; {@code :name} is a parameter. */
    public static Builder builder(TableName table, String where, Action action) {
        return new Builder(table, where, action);
    }

    /** How people call it. */
    public String name() {
        return name;
    }

    public TableName table() {
        return table;
    }

    public String where() {
        return where;
    }

    public Action action() {
        return action;
    }

    /** Values of the parameters in the predicate and the assignments; the server converts them to what they are compared with. */
    public Map<String, String> parameters() {
        return parameters;
    }

    public ShardRule shards() {
        return shards;
    }

    public ChunkBounds chunk() {
        return chunk;
    }

    public RateSetting rate() {
        return rate;
    }

    public List<GuardRule> guards() {
        return guards;
    }

    public Optional<Window> window() {
        return Optional.ofNullable(windowOrNull);
    }

    /** How long rows that online traffic holds are come back to. */
    public HeldRule held() {
        return held;
    }

    /** Rows that online traffic wrote within this time are left for later; zero when it does not matter. Needs the binary log. */
    public Duration recentWrites() {
        return recentWrites;
    }

    /** The same with other parameters, by name. */
    public BatchPlan withParameters(Map<String, String> values) {
        return toBuilder().parameters(values).build();
    }

    public Builder toBuilder() {
        Builder builder = new Builder(table, where, action);
        builder.name = name;
        builder.parameters.putAll(parameters);
        builder.shards = shards;
        builder.chunk = chunk;
        builder.rate = rate;
        builder.guards.addAll(guards);
        builder.windowOrNull = windowOrNull;
        builder.held = held;
        builder.recentWrites = recentWrites;
        return builder;
    }

    /** Collects a plan. Not thread-safe. */
    public static final class Builder {
        private static final int LONGEST_NAME = 100;

        private final TableName table;
        private final String where;
        private final Action action;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final List<GuardRule> guards = new ArrayList<>();
        private String name;
        private ShardRule shards = ShardRule.ranges(8);
        private ChunkBounds chunk = ChunkBounds.usual();
        private RateSetting rate = RateSetting.auto();
        private @Nullable Window windowOrNull;
        private HeldRule held = HeldRule.untilNone();
        private Duration recentWrites = Duration.ZERO;

        private Builder(TableName table, String where, Action action) {
            this.table = table;
            this.where = where.strip();
            this.action = action;
            this.name = table.table().name();
        }

        public Builder name(String text) {
            name = text.strip();
            return this;
        }

        public Builder parameter(String parameter, String value) {
            parameters.put(parameter, value);
            return this;
        }

        public Builder parameters(Map<String, String> values) {
            parameters.putAll(values);
            return this;
        }

        public Builder shards(ShardRule rule) {
            shards = rule;
            return this;
        }

        public Builder chunk(ChunkBounds bounds) {
            chunk = bounds;
            return this;
        }

        public Builder rate(RateSetting setting) {
            rate = setting;
            return this;
        }

        public Builder guard(GuardRule guard) {
            guards.add(guard);
            return this;
        }

        public Builder window(Window hours) {
            windowOrNull = hours;
            return this;
        }

        public Builder held(HeldRule rule) {
            held = rule;
            return this;
        }

        public Builder recentWrites(Duration within) {
            recentWrites = within;
            return this;
        }

        public BatchPlan build() {
            if (where.isEmpty()) {
                throw new ConfigurationException("a batch without a condition would touch every row of " + table
                        + ": write where, TRUE if it is meant");
            }
            if (name.isEmpty() || name.length() > LONGEST_NAME) {
                throw new ConfigurationException("the name of a batch must have 1 to " + LONGEST_NAME + " characters");
            }
            if (recentWrites.isNegative() || recentWrites.compareTo(Duration.ofMinutes(10)) > 0) {
                throw new ConfigurationException("recent writes are those of up to 10 minutes, not " + recentWrites);
            }
            boolean unguarded = guards.stream().anyMatch(guard -> guard.kind() == GuardRule.Kind.NONE);
            if (unguarded && rate.mode() == RateSetting.Mode.SHARE) {
                throw new ConfigurationException("a rate of " + rate
                        + " is a share of the online rate, which nobody measures without guards: write rows a second");
            }
            return new BatchPlan(this);
        }
    }
}
