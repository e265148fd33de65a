package dev.rowlock.queue.internal.quarantine;

import java.util.List;
import java.util.OptionalLong;

/**
 * What speaks against a kind, and for it. Immutable.
 *
 * @param relapses the newest first
 * @param answered how many of its jobs have been answered
 */
record Account(String kind, List<Relapse> relapses, long answered) {
    Account {
        relapses = List.copyOf(relapses);
    }

    /** What happened to a kind in a time: jobs lost again, and jobs answered. */
    record Balance(long lost, long answered) {
        /** Whether more of the jobs here were lost than there. */
        boolean isWorseThan(Balance other) {
            return lost * other.answered > other.lost * answered;
        }
    }

    /** How often it was lost again; relapses closer together than this are one incident: whatever ends many leases at once is not one kind's doing. */
    int incidents(long apart) {
        return incidentsSince(Long.MIN_VALUE, apart);
    }

    int incidentsSince(long time, long apart) {
        int incidents = 0;
        long next = Long.MAX_VALUE;
        for (Relapse relapse : relapses) {
            if (relapse.at() >= time && (incidents == 0 || next - relapse.at() >= apart)) {
                incidents++;
                next = relapse.at();
            }
        }
        return incidents;
    }

    /** When the first of its last so many incidents was; empty when there were fewer. */
    OptionalLong since(int wanted, long apart) {
        int incidents = 0;
        long next = Long.MAX_VALUE;
        for (Relapse relapse : relapses) {
            if (incidents == 0 || next - relapse.at() >= apart) {
                next = relapse.at();
                if (++incidents == wanted) {
                    return OptionalLong.of(next);
                }
            }
        }
        return OptionalLong.empty();
    }

    /** From that time to now. */
    Balance since(long time) {
        long lost = 0;
        long before = answered;
        for (Relapse relapse : relapses) {
            if (relapse.at() >= time) {
                lost += relapse.jobs();
                before = Math.min(before, relapse.answered());
            }
        }
        return new Balance(lost, answered - before);
    }
}
