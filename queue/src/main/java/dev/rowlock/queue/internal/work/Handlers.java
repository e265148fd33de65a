package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.HandlerRules;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobHandler;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.PayloadCodec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handlers by kind; calls them and turns whatever they do into rulings. Thread-safe as far as they are. */
public final class Handlers {
    private static final Logger log = LoggerFactory.getLogger(Handlers.class);

    private static final Duration NEVER = Duration.ofDays(36_500);

    private static final String NOT_SETTLED =
            "the handler answered that it completed the job itself, and did not: return what Job.completeOn returned";

    /** A handler with its codec and rules. */
    private record Registered<T>(JobKind<T> kind, JobHandler<T> handler, HandlerRules rules) {
        JobOutcome handle(HeldJob.Source source) throws Exception {
            T payload = kind.codec().decode(source.held().job.payload());
            Job<T> job = new HeldJob<>(source, payload);
            JobOutcome outcome = handler.handle(job);
            return outcome == null ? JobOutcome.failed("the handler answered null instead of a JobOutcome") : outcome;
        }
    }

    private final Map<String, Registered<?>> byKind;

    /** For kinds without a handler of their own. */
    private final @Nullable Registered<?> others;

    private Handlers(Map<String, Registered<?>> byKind, @Nullable Registered<?> others) {
        this.byKind = Map.copyOf(byKind);
        this.others = others;
    }

    /** Collects handlers. Not thread-safe. */
    public static final class Builder {
        private final Map<String, Registered<?>> byKind = new HashMap<>();
        private @Nullable Registered<?> others;

        public <T> void add(JobKind<T> kind, JobHandler<T> handler, HandlerRules rules) {
            if (byKind.put(kind.name(), new Registered<>(kind, handler, rules)) != null) {
                throw new ConfigurationException("there are two handlers of the kind " + kind.name());
            }
        }

        public void addOthers(JobHandler<byte[]> handler, HandlerRules rules) {
            if (others != null) {
                throw new ConfigurationException("there are two handlers of all other kinds");
            }
            others = new Registered<>(JobKind.of("*", PayloadCodec.bytes()), handler, rules);
        }

        public Handlers build() {
            if (byKind.isEmpty() && others == null) {
                throw new ConfigurationException("a worker needs a handler: Worker.Builder.handle(kind, handler)");
            }
            return new Handlers(byKind, others);
        }
    }

    private @Nullable Registered<?> of(String kind) {
        Registered<?> one = byKind.get(kind);
        return one == null ? others : one;
    }

    boolean handles(String kind) {
        return of(kind) != null;
    }

    Duration shortestTimeout() {
        return Stream.concat(byKind.values().stream(), Optional.ofNullable(others).stream())
                .map(one -> one.rules().timeout().orElse(NEVER))
                .min(Duration::compareTo)
                .orElse(NEVER);
    }

    Duration timeout(String kind) {
        Registered<?> one = of(kind);
        return one == null ? NEVER : one.rules().timeout().orElse(NEVER);
    }

    /** The shortest time in which a handler has to be looked at again: its timeout or its grace. */
    Duration shortestWatch() {
        Duration grace = Stream.concat(byKind.values().stream(), Optional.ofNullable(others).stream())
                .map(one -> one.rules().grace())
                .filter(patience -> !patience.isZero())
                .min(Duration::compareTo)
                .orElse(NEVER);
        Duration timeout = shortestTimeout();
        return grace.compareTo(timeout) < 0 ? grace : timeout;
    }

    Duration grace(String kind) {
        Registered<?> one = of(kind);
        return one == null ? Duration.ZERO : one.rules().grace();
    }

    /** What is to be written; {@code null} when the handler has written it. */
    @Nullable
    Ruling handle(HeldJob.Source source) {
        LeasedJob job = source.held().job;
        Registered<?> registered = of(job.kind());
        if (registered == null) {
            log.warn("no handler for this kind, the job is put off queue-kind={} job={}", job.kind(), job.id());
            return Ruling.NOT_OURS;
        }
        try {
            return ruling(registered, source.held(), registered.handle(source));
        } catch (Throwable e) { // whatever it is: if it went on, the job would be held for ever
            log.debug("handler failed job={}", job.id(), e);
            Ruling.Failed failure = FailureText.of(e);
            return registered.rules().isHopeless(e) ? Ruling.dead(failure) : again(registered, job, failure);
        }
    }

    private static @Nullable Ruling ruling(Registered<?> registered, Held held, JobOutcome outcome) {
        LeasedJob job = held.job;
        if (outcome instanceof JobOutcome.Settled settled) {
            return held.pinned && settled.id().equals(job.id())
                    ? null
                    : again(registered, job, new Ruling.Failed(NOT_SETTLED, null));
        }
        return outcome.fold(
                done -> Ruling.done(done.result()),
                failed -> again(registered, job, new Ruling.Failed(failed.reason(), null)),
                givenUp -> Ruling.dead(new Ruling.Failed(givenUp.reason(), null)),
                snoozed -> Ruling.snoozed(snoozed.delay()),
                settled -> Ruling.RELEASED); // handled above
    }

    /** An attempt that took too long. */
    Ruling timedOut(Held held) {
        LeasedJob job = held.job;
        String reason = "the attempt took longer than " + timeout(job.kind()) + " and was "
                + (held.stop.wasInterrupted() ? "interrupted" : "told to stop");
        Registered<?> registered = of(job.kind());
        return registered == null ? Ruling.NOT_OURS : again(registered, job, new Ruling.Failed(reason, null));
    }

    private static Ruling again(Registered<?> registered, LeasedJob job, Ruling.Failed failure) {
        int attempt = job.attempts() + 1;
        return attempt >= job.maxAttempts()
                ? Ruling.dead(failure)
                : Ruling.retried(Pauses.after(registered.rules().retry(), attempt, job), failure);
    }
}
