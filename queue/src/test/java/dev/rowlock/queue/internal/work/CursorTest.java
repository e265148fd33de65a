package dev.rowlock.queue.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Where claims start. */
final class CursorTest {
    private static final long SECOND = 1_000_000_000L;

    private static LeasedJob job(int priority, long id) {
        return new LeasedJob(priority, new JobId(new UUID(id, 0)), 1, 0, 1, "k", "", new byte[0]);
    }

    @Test
    void theFirstClaimSweepsAndTheNextGoOnBehindWhatItTook() {
        Cursor cursor = new Cursor();
        Cursor.Start first = cursor.next(0);
        assertThat(first.sweep()).isTrue();
        cursor.took(first, List.of(job(0, 5), job(2, 7)), 2, 1_000);
        Cursor.Start second = cursor.next(10);
        assertThat(second.sweep()).isFalse();
        assertThat(second.lanes())
                .extracting(lane -> lane.after().uuid().getMostSignificantBits())
                .containsExactly(5L, 0L, 7L, 0L);
    }

    @Test
    void sweepsComeOnceASecondAndSeldomerWhenTheyAreDear() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(0, 5)), 1, SECOND / 10);
        assertThat(cursor.next(SECOND).sweep()).isFalse();
        assertThat(cursor.next(2 * SECOND).sweep()).isTrue();
    }

    @Test
    void aClaimThatCameShortIsFollowedByASweepIfThatIsCheap() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(0, 5)), 1, 1_000);
        Cursor.Start ahead = cursor.next(1_000_000);
        cursor.took(ahead, List.of(), 1, 1_000);
        assertThat(cursor.next(2_000_000).sweep()).isTrue();
    }

    @Test
    void everyEighthClaimBeginsLowerSoThatNoLaneStarves() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(0, 1)), 1, 1_000);
        List<Integer> lowest = new ArrayList<>();
        for (int claim = 1; claim <= 24; claim++) {
            Cursor.Start start = cursor.next(claim);
            if (start.lanes().size() < 4) {
                lowest.add(start.lanes().get(0).priority());
            }
            cursor.took(start, List.of(job(0, 1)), 1, 1_000);
        }
        assertThat(lowest).containsExactly(1, 2, 3);
    }

    @Test
    void rowsBehindTheCursorsAreNamedUntilAClaimHasLookedAtThem() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(2, 50)), 1, 1_000);
        Place behind = new Place(2, job(2, 7).id());
        Place left = new Place(2, job(2, 8).id());
        cursor.ready(List.of(behind, left));
        Cursor.Start start = cursor.next(1);
        assertThat(start.points()).containsExactly(behind, left);
        cursor.took(start, List.of(job(2, 7)), 1, 1_000);
        Cursor.Start next = cursor.next(2);
        assertThat(next.points()).containsExactly(left);
        assertThat(next.lanes().get(2).after())
                .as("not moved back")
                .isEqualTo(job(2, 50).id());
        cursor.took(next, List.of(), 1, 1_000);
        assertThat(cursor.next(3).points()).isEmpty();
    }

    @Test
    void everyLowerLaneIsSweptAboutOnceASecondWhateverFillsTheSweepsOfAll() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(3, 9)), 1, 1_000);
        int fromStart = 0;
        int lower = 0;
        for (int claim = 1; claim <= 4_800; claim++) {
            Cursor.Start start = cursor.next(claim * SECOND / 480);
            if (start.lanes().get(0).priority() == 3) {
                lower++;
                fromStart += start.sweep() ? 1 : 0;
            }
            cursor.took(start, List.of(job(0, claim)), 1, 1_000);
        }
        assertThat(lower).isGreaterThan(190);
        assertThat(fromStart).isBetween(9, 10);
    }

    /** Between the cursor and a row that somebody told of may be others that nobody has looked at. */
    @Test
    void aClaimOfSingleRowsMovesNoCursorAndForgetsNoOtherRow() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(2, 50)), 1, 1_000);
        Place left = new Place(2, job(2, 8).id());
        Place told = new Place(2, job(2, 70).id());
        cursor.ready(List.of(left, told));
        Cursor.Start start = Cursor.Start.of(List.of(told));
        assertThat(start.isWhole()).isFalse();
        cursor.took(start, List.of(job(2, 70)), 100, 1_000);
        Cursor.Start next = cursor.next(1);
        assertThat(next.points()).containsExactly(left);
        assertThat(next.lanes().get(2).after()).isEqualTo(job(2, 50).id());
    }

    @Test
    void aClaimOfSingleRowsCountsForNoLanesTurn() {
        Cursor cursor = new Cursor();
        cursor.took(cursor.next(0), List.of(job(0, 1)), 1, 1_000);
        List<Integer> lowest = new ArrayList<>();
        for (int claim = 1; claim <= 24; claim++) {
            cursor.took(Cursor.Start.of(List.of(new Place(0, job(0, 9).id()))), List.of(job(0, 9)), 1, 1_000);
            Cursor.Start start = cursor.next(claim);
            if (start.lanes().size() < 4) {
                lowest.add(start.lanes().get(0).priority());
            }
            cursor.took(start, List.of(job(0, 1)), 1, 1_000);
        }
        assertThat(lowest).containsExactly(1, 2, 3);
    }
}
