package dev.rowlock.queue.internal.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What speaks against a kind and for it. Times are in seconds; incidents are ten seconds apart. */
final class JudgementTest {
    private static final long APART = 10;

    /** Relapses in the order in which they happened: when, jobs, answered before. */
    private static Account account(String kind, long answered, long[]... relapses) {
        List<Relapse> newestFirst = new ArrayList<>();
        for (long[] one : relapses) {
            newestFirst.add(new Relapse(one[0], one[1], one[2]));
        }
        Collections.reverse(newestFirst);
        return new Account(kind, newestFirst, answered);
    }

    private static long[] at(long time, long jobs, long answered) {
        return new long[] {time, jobs, answered};
    }

    private static boolean isPutAside(Account account, Account... others) {
        List<Account> all = new ArrayList<>(List.of(others));
        all.add(account);
        return Judgement.charge(account, APART)
                .map(charge -> !Judgement.isTakenAlong(account, charge, all, APART))
                .orElse(false);
    }

    @Test
    void threeIncidentsWithoutAnAnswerAreEnoughAndTwoAreNot() {
        assertThat(isPutAside(account("k", 0, at(0, 1, 0), at(20, 1, 0)))).isFalse();
        assertThat(isPutAside(account("k", 0, at(0, 1, 0), at(20, 1, 0), at(40, 1, 0))))
                .isTrue();
    }

    @Test
    void whatIsFoundTogetherIsOneIncident() {
        Account outage = account("k", 0, at(0, 900, 0), at(5, 900, 0), at(9, 900, 0), at(18, 900, 0));
        assertThat(outage.incidents(APART)).isEqualTo(2);
        assertThat(isPutAside(outage)).isFalse();
    }

    @Test
    void anAnswerForThreeLossesIsEnough() {
        assertThat(isPutAside(account("k", 101, at(0, 1, 100), at(20, 1, 101), at(40, 1, 101))))
                .isFalse();
        assertThat(isPutAside(account("k", 101, at(0, 2, 100), at(20, 1, 101), at(40, 1, 101))))
                .isTrue();
    }

    @Test
    void onlyTheLastThreeIncidentsCount() {
        // It ended well for long, and does no more.
        assertThat(isPutAside(
                        account("k", 5_000, at(0, 9, 0), at(100, 1, 5_000), at(120, 1, 5_000), at(140, 1, 5_000))))
                .isTrue();
        // It was bad once, and is well now.
        assertThat(isPutAside(account("k", 5_000, at(0, 900, 0), at(100, 1, 0), at(120, 1, 40), at(140, 1, 90))))
                .isFalse();
    }

    @Test
    void aKindThatRanAlongWaitsForTheOneThatLostMore() {
        Account along = account("along", 10, at(0, 100, 0), at(20, 100, 5), at(40, 100, 9));
        assertThat(isPutAside(along)).isTrue();
        Account killer = account("killer", 0, at(0, 1, 0), at(20, 1, 0), at(40, 1, 0));
        assertThat(isPutAside(along, killer)).isFalse();
        assertThat(isPutAside(killer, along)).isTrue();
        // Also while the killer's last loss has not been found yet, but not for a kind that was seen once.
        assertThat(isPutAside(along, account("killer", 0, at(0, 1, 0), at(20, 1, 0))))
                .isFalse();
        assertThat(isPutAside(along, account("rare", 0, at(20, 1, 0)))).isTrue();
    }

    @Test
    void twoThatKillAreBothPutAside() {
        Account one = account("one", 0, at(0, 1, 0), at(20, 1, 0), at(40, 1, 0));
        Account two = account("two", 0, at(0, 5, 0), at(20, 5, 0), at(40, 5, 0));
        assertThat(isPutAside(one, two)).isTrue();
        assertThat(isPutAside(two, one)).isTrue();
    }
}
