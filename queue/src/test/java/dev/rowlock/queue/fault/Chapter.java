package dev.rowlock.queue.fault;

import java.util.List;
import java.util.stream.Stream;

/**
 * A piece of a queue's life: what it takes to get there, {@link Life#begin}, and what is done from then on. It says what its callers were told, so that somebody else can
 * judge it. What it does has to be the same each time.
 */
record Chapter(String name, Act act) {
    /** Lives it. */
    interface Act {
        void live(Life life) throws Exception;
    }

    /** All there are. Whoever adds a statement to the module adds here what sends it; a test says so. */
    static List<Chapter> all() {
        return Stream.of(
                        EnqueueChapters.all(),
                        WorkChapters.all(),
                        LossChapters.all(),
                        LineChapters.all(),
                        DeskChapters.all(),
                        HouseChapters.all(),
                        ScheduleChapters.all())
                .flatMap(List::stream)
                .toList();
    }
}
