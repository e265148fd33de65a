package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.Ending;
import java.util.HashMap;
import java.util.Map;

/**
 * Figures to be written. Immutable.
 *
 * @param endings jobs by how they ended
 * @param answers jobs by kind, whatever the answer
 */
record Figures(Map<Ending, Long> endings, Map<String, Long> answers) {
    static final Figures NONE = new Figures(Map.of(), Map.of());

    Figures {
        endings = Map.copyOf(endings);
        answers = Map.copyOf(answers);
    }

    boolean isEmpty() {
        return endings.isEmpty() && answers.isEmpty();
    }

    /** What is left of these when those are written. */
    Figures without(Figures written) {
        return new Figures(less(endings, written.endings), less(answers, written.answers));
    }

    private static <K> Map<K, Long> less(Map<K, Long> figures, Map<K, Long> written) {
        Map<K, Long> left = new HashMap<>(figures);
        written.forEach((key, jobs) -> left.merge(key, -jobs, Long::sum));
        left.values().removeIf(jobs -> jobs <= 0);
        return left;
    }
}
