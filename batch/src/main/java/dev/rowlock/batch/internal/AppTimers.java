package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.pacing.Signal;
import java.util.Map;
import java.util.function.Supplier;

/** The application's own timers that this process knows. Immutable. */
public final class AppTimers {
    private final Map<String, Supplier<Signal>> byName;

    public AppTimers(Map<String, Supplier<Signal>> byName) {
        this.byName = Map.copyOf(byName);
    }

    /** A signal of its own at each call. */
    Signal signal(String name) {
        Supplier<Signal> timer = byName.get(name);
        if (timer == null) {
            String known = byName.isEmpty() ? "none" : String.join(", ", byName.keySet());
            throw new ConfigurationException("the plan is guarded by the timer \"" + name
                    + "\", and this process has none of that name (it has: " + known
                    + "): give it one by Batches.timers, or let only processes that have it take part");
        }
        return timer.get();
    }

    /** A process that cannot see what guards a run takes no part in it: it might be the one that paces. */
    void require(BatchPlan plan) {
        for (GuardRule rule : plan.guards()) {
            if (rule.kind() == GuardRule.Kind.TIMER) {
                signal(rule.subject());
            }
        }
    }
}
