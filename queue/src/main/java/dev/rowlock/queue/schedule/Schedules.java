package dev.rowlock.queue.schedule;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.internal.schedule.ScheduleStore;
import dev.rowlock.queue.internal.schedule.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schedules of one schema. They fire wherever a worker keeps house, once in the whole cluster, by the database's clock; the process that defined them
 * need not run. Holds no connection and runs nothing. Thread-safe.
 */
public final class Schedules {
    private final ScheduleStore store;
    private final Trigger trigger;

    private Schedules(Transactions transactions, QueueSettings settings) {
        this.store = new ScheduleStore(transactions, settings.largestPayload());
        this.trigger = new Trigger(transactions, System::nanoTime);
    }

    /** As {@code Queues.schedules()} gives them. */
    public static Schedules open(Transactions transactions, QueueSettings settings) {
        return new Schedules(transactions, settings);
    }

    /**
     * Sees to it that there is this schedule. Made to be called at every start of every process: one that is there already is left alone, and so is its
     * next firing. When processes with different definitions run side by side, the last one that started has its way.
     *
     * <p>Locks: none when nothing changes; otherwise the schedule's row, until the commit right after.
     *
     * @throws ConfigurationException when there is no such queue
     */
    public DefineOutcome define(Schedule schedule) {
        return store.define(schedule);
    }

    /**
     * Adds a schedule only if there is none of this name: for people, where {@link #define} is for programs.
     *
     * <p>Locks: exclusive on the new row, until the commit right after; waits for a transaction that adds the same and has not ended.
     *
     * @return how it stands; empty when there is one already, which is left alone
     * @throws ConfigurationException when there is no such queue
     */
    public Optional<ScheduleState> add(Schedule schedule) {
        return store.add(schedule);
    }

    /**
     * How it stands.
     *
     * @throws ConfigurationException when this process cannot read it, see {@link #unreadable}
     */
    public Optional<ScheduleState> find(String name) {
        return store.state(name);
    }

    /** As it was defined, whoever did. Payloads are bytes here, which the codec of the kind reads. */
    public Optional<Schedule> definition(String name) {
        return store.schedule(name);
    }

    /** All of them that this process can read, by name. */
    public List<ScheduleState> list() {
        return store.list();
    }

    /**
     * Those that this process cannot read, by name: of a time zone that this JVM does not know, or written by a newer release. They do not fire while it
     * keeps house; they can be paused, removed and defined anew.
     */
    public List<UnreadableSchedule> unreadable() {
        return store.unreadable();
    }

    /** The firings to come, if nobody changes anything; none while it is paused or waits for its job to end. */
    public List<Instant> preview(String name, int count) {
        return find(name)
                .flatMap(state -> state.nextAt().map(next -> preview(state, next, count)))
                .orElse(List.of());
    }

    private static List<Instant> preview(ScheduleState state, Instant next, int count) {
        List<Instant> firings = new ArrayList<>(List.of(next));
        firings.addAll(state.timing().next(next, count));
        return List.copyOf(firings.subList(0, Math.min(Math.max(count, 0), firings.size())));
    }

    /**
     * Lets it fire no more; a firing that is under way is waited for. Jobs it has enqueued go on.
     *
     * <p>Locks: exclusive on the schedule's row, until the commit right after; so do {@link #resume} and {@link #remove}.
     */
    public ScheduleChange pause(String name) {
        return ScheduleChange.of(store.pause(name));
    }

    /** Lets it fire again, from now on: firings that fell into the pause are not made up for. */
    public ScheduleChange resume(String name) {
        return ScheduleChange.of(store.resume(name));
    }

    /** Removes it; jobs it has enqueued go on. */
    public ScheduleChange remove(String name) {
        return ScheduleChange.of(store.remove(name));
    }

    /**
     * Enqueues its job now, also when it is paused. Its own firings stay as they are.
     *
     * @return the job; empty when there is no such schedule
     */
    public Optional<JobId> trigger(String name) {
        return trigger.trigger(name);
    }
}
