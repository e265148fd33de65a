package dev.rowlock.queue.internal.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** How far one line has used its limits up. Not thread-safe. */
final class Use {
    private final Set<Integer> busy = new HashSet<>();

    /** Places in the rate, and when each may be used again. */
    private final Map<Integer, Long> rate = new HashMap<>();

    void add(Slot slot) {
        if (!slot.isRate()) {
            busy.add(slot.number());
        } else if (slot.freeInMicros() > 0) {
            rate.put(slot.number(), slot.freeInMicros());
        }
    }

    /** How many slots may be given. */
    int free(Limits limits) {
        return Math.max(0, limits.concurrent() - busy.size());
    }

    /** The first so many of them: a limit may be ten thousand, and a claim wants few. */
    List<Integer> freeNumbers(Limits limits, int most) {
        return IntStream.range(0, limits.concurrent())
                .filter(number -> !busy.contains(number))
                .limit(Math.min(most, free(limits)))
                .boxed()
                .toList();
    }

    /** Places in the rate that may be used; as many as anybody wants where there is no such limit. */
    int freeRate(Limits limits) {
        return limits.hasRate() ? Math.max(0, limits.rate() - rate.size()) : Integer.MAX_VALUE;
    }

    List<Integer> freeRateNumbers(Limits limits, int most) {
        return IntStream.range(Slot.FIRST_OF_RATE, Slot.FIRST_OF_RATE + limits.rate())
                .filter(number -> !rate.containsKey(number))
                .limit(Math.min(most, freeRate(limits)))
                .boxed()
                .toList();
    }

    /** How long until there is more of the rate, when there is none now. */
    long nextRateMicros(Limits limits) {
        return rate.values().stream().mapToLong(micros -> micros).min().orElse(limits.periodMicros());
    }

    List<Integer> busy() {
        return new ArrayList<>(busy);
    }
}
