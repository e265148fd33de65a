package dev.rowlock.queue.internal.quarantine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a kind has earned its quarantine: jobs of it that had been lost were lost again in three incidents, and since the first of these more than three
 * times as many were lost again as jobs of the kind were answered; and no kind that may have taken it along lost a larger share. Pure. Why: decision 23.
 */
final class Judgement {
    /** So many incidents. Fewer happen to every kind whose workers are killed from outside. Pinned by QuarantineTest. */
    static final int INCIDENTS = 3;

    /**
     * So many are lost for each that is answered. A kind that kills leaves nothing to be answered; innocent ones come near one to one when workers are killed
     * about as soon as they have started.
     */
    private static final int LOST_FOR_EACH_ANSWER = 3;

    /** A kind that was seen so often may be the one that does it. */
    private static final int SUSPICIOUS = INCIDENTS - 1;

    /** What a kind is put in quarantine for. */
    record Charge(long since, Account.Balance balance) {}

    private Judgement() {}

    /**
     * What the kind is charged with, before others are looked at.
     *
     * @param apart incidents are so far apart, in microseconds
     */
    static Optional<Charge> charge(Account account, long apart) {
        OptionalLong since = account.since(INCIDENTS, apart);
        if (since.isEmpty()) {
            return Optional.empty();
        }
        Account.Balance balance = account.since(since.getAsLong());
        return balance.lost() > LOST_FOR_EACH_ANSWER * balance.answered()
                ? Optional.of(new Charge(since.getAsLong(), balance))
                : Optional.empty();
    }

    /** Whether another is more likely the one that kills workers: this one waits then, and is judged anew when it is lost once more. */
    static boolean isTakenAlong(Account account, Charge charge, List<Account> all, long apart) {
        return all.stream()
                .filter(other -> !other.kind().equals(account.kind()))
                .filter(other -> other.incidentsSince(charge.since(), apart) >= SUSPICIOUS)
                .anyMatch(other -> other.since(charge.since()).isWorseThan(charge.balance()));
    }
}
