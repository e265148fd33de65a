package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.CollisionMeter;
import dev.rowlock.batch.CollisionReading;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlanSettings;
import dev.rowlock.batch.internal.Fragment;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.TableName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** The collision rate, measured in a thread of its own while the rest of the plan is looked up. Used by one thread. */
final class Watching {
    private final @Nullable FutureTask<CollisionReading> taskOrNull;

    /** Begins at once, if somebody measures. */
    Watching(PlanSettings settings, BatchPlan plan, TableName table) {
        CollisionMeter meter = settings.collisionsOrNull();
        if (meter == null) {
            this.taskOrNull = null;
            return;
        }
        Map<String, String> parameters = new LinkedHashMap<>(plan.parameters());
        parameters
                .keySet()
                .retainAll(Fragment.parse("condition", plan.where()).parameters()); // others are the assignments'
        FutureTask<CollisionReading> task =
                new FutureTask<>(() -> meter.measure(table, plan.where(), parameters, settings.collisionWindow()));
        this.taskOrNull = task;
        Thread thread = new Thread(task, "rowlock-batch-collisions");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for it; a rate that cannot be measured is told, and the plan goes on without. */
    @Nullable
    CollisionReading result(List<PlanNote> notes) throws InterruptedException {
        FutureTask<CollisionReading> task = taskOrNull;
        if (task == null) {
            return null;
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RowlockException refused) {
                notes.add(PlanNote.info(
                        "collisions", "the collision rate could not be measured: " + refused.getMessage()));
                return null;
            }
            throw new IllegalStateException("the collision rate could not be measured", e.getCause());
        }
    }
}
