package dev.rowlock.queue.internal.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.JobId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is counted when, and what it adds up to. */
final class CensusTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SIZE = 100;

    /** Jobs of one lane by the numbers of their ids, counted as the server would. */
    private static final class Lane {
        final TreeSet<Long> jobs = new TreeSet<>();
        long rowsRead;

        void count(Census census, List<Census.Piece> due, long now) {
            for (Census.Piece piece : due) {
                Strip strip = piece.line().strip();
                if (strip.table() != Strip.Table.JOB || strip.priority() != 2) {
                    census.counted(piece, Map.of(), piece.segment().after(), now);
                    continue;
                }
                List<Long> found = jobs.stream()
                        .filter(job -> id(job).compareTo(piece.segment().after()) > 0
                                && id(job).compareTo(piece.segment().upTo()) <= 0)
                        .limit(SIZE)
                        .toList();
                rowsRead += found.size();
                JobId last = found.isEmpty() ? piece.segment().after() : id(found.get(found.size() - 1));
                census.counted(
                        piece,
                        found.isEmpty() ? Map.of() : Map.of(1, new Segment.Figures(found.size(), 0, 0)),
                        last,
                        now);
            }
        }
    }

    private static JobId id(long number) {
        return new JobId(new UUID(number, 0));
    }

    private static Census census() {
        Census census = new Census(SIZE);
        census.queues(List.of(1));
        return census;
    }

    private static void countAll(Census census, Lane lane, long now) {
        for (List<Census.Piece> due = census.due(now); !due.isEmpty(); due = census.due(now)) {
            lane.count(census, due, now);
        }
    }

    @Test
    void aLongLaneIsCountedInPiecesAndIsWholeWhenTheLastIsCounted() {
        Lane lane = new Lane();
        for (long job = 1; job <= 1_234; job++) {
            lane.jobs.add(job);
        }
        Census census = census();
        assertThat(census.isWhole()).isFalse();
        int steps = 0;
        for (List<Census.Piece> due = census.due(0); !due.isEmpty(); due = census.due(0)) {
            assertThat(due.size()).isLessThanOrEqualTo(3);
            lane.count(census, due, 0);
            steps++;
        }
        assertThat(steps).isGreaterThan(6);
        assertThat(census.isWhole()).isTrue();
        assertThat(Objects.requireNonNull(census.figures().get(1)).ready()).isEqualTo(1_234);
        assertThat(lane.rowsRead).isEqualTo(1_234);
    }

    @Test
    void endsAreCountedAgainSoonAndTheMiddleSeldom() {
        Lane lane = new Lane();
        for (long job = 1; job <= 10_000; job++) {
            lane.jobs.add(job);
        }
        Census census = census();
        countAll(census, lane, 0);
        lane.rowsRead = 0;
        for (long second = 1; second <= 10; second++) {
            // Ten go at one end, twenty come at the other.
            for (int n = 0; n < 10; n++) {
                lane.jobs.pollFirst();
            }
            long last = lane.jobs.last();
            for (int n = 1; n <= 20; n++) {
                lane.jobs.add(last + n);
            }
            countAll(census, lane, second * SECOND);
            assertThat(Objects.requireNonNull(census.figures().get(1)).ready()).isEqualTo(lane.jobs.size());
        }
        assertThat(lane.rowsRead).isLessThan(10 * 3 * SIZE);
        // What goes in the middle is found within ten minutes.
        for (long job = 5_000; job < 5_050; job++) {
            lane.jobs.remove(job);
        }
        for (long second = 11; second <= 11 + 600; second++) {
            countAll(census, lane, second * SECOND);
        }
        assertThat(Objects.requireNonNull(census.figures().get(1)).ready()).isEqualTo(lane.jobs.size());
    }

    @Test
    void aQuietQueueIsCountedEverMoreSeldomUntilSomethingHappens() {
        Lane lane = new Lane();
        Census census = census();
        countAll(census, lane, 0);
        int counts = 0;
        for (long second = 1; second <= 120; second++) {
            if (!census.due(second * SECOND).isEmpty()) {
                counts++;
            }
            countAll(census, lane, second * SECOND);
        }
        assertThat(counts).isLessThan(8);
        lane.jobs.add(1L);
        census.poke();
        assertThat(census.until(121 * SECOND)).isLessThanOrEqualTo(0);
        countAll(census, lane, 121 * SECOND);
        assertThat(Objects.requireNonNull(census.figures().get(1)).ready()).isEqualTo(1);
    }

    @Test
    void whateverComesAndGoesTheSegmentsCoverTheWholeLaneAndStayFew() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Lane lane = new Lane();
        Census census = census();
        long now = 0;
        for (int round = 0; round < 300; round++) {
            int many = random.nextInt(200);
            for (int n = 0; n < many; n++) {
                if (random.nextInt(2 + round / 100) == 0) {
                    lane.jobs.add((long) random.nextInt(1_000_000) + 1);
                } else if (!lane.jobs.isEmpty()) {
                    lane.jobs.pollFirst();
                }
            }
            now += 600 * SECOND;
            countAll(census, lane, now);
            assertThat(Objects.requireNonNull(census.figures().get(1)).ready())
                    .as("seed %s round %s", seed, round)
                    .isEqualTo(lane.jobs.size());
        }
        lane.jobs.clear();
        for (int round = 0; round < 100; round++) {
            now += 600 * SECOND;
            countAll(census, lane, now);
        }
        assertThat(Objects.requireNonNull(census.figures().get(1)).ready()).isZero();
        assertThat(census.due(now + 600 * SECOND)).as("seed %s", seed).hasSizeLessThanOrEqualTo(8);
    }
}
