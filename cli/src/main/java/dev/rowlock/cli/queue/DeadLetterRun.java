package dev.rowlock.cli.queue;

import dev.rowlock.queue.DeadLetter;
import dev.rowlock.queue.DeadLetters;
import dev.rowlock.queue.JobId;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through the dead letters of a queue in the order of their ids, so that one which dies again meanwhile is not met a second time. Used by
 * one thread.
 */
final class DeadLetterRun {
    private static final int PAGE = 500;

    private final DeadLetters letters;
    private final @Nullable String kind;

    DeadLetterRun(DeadLetters letters, @Nullable String kind) {
        this.letters = letters;
        this.kind = kind;
    }

    /** How many it was done to; those that somebody else is at are left out. */
    long redrive() {
        return each(letters::redrive);
    }

    long discard() {
        return each(letters::discard);
    }

    private long each(Predicate<JobId> action) {
        long done = 0;
        Optional<JobId> after = Optional.empty();
        while (true) {
            List<DeadLetter> page = letters.list(after, PAGE);
            for (DeadLetter letter : page) {
                if ((kind == null || kind.equals(letter.kind())) && action.test(letter.id())) {
                    done++;
                }
            }
            if (page.size() < PAGE) {
                return done;
            }
            after = Optional.of(page.get(page.size() - 1).id());
        }
    }
}
