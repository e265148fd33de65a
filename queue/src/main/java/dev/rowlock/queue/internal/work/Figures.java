package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.Ending;
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
}
