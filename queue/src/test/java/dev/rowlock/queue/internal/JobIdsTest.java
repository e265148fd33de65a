package dev.rowlock.queue.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.JobId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ids grow, whatever the clock does. */
final class JobIdsTest {
    private static final long NOW = 1_700_000_000_123_456L;

    @Test
    void idsGrowWithTheTimeAndWithinOneMicrosecond() {
        JobIds ids = new JobIds();
        List<JobId> made = new ArrayList<>();
        for (int n = 0; n < 20_000; n++) {
            made.add(ids.next(NOW + n / 5_000));
        }
        assertThat(made).isSorted().doesNotHaveDuplicates();
        assertThat(made).allMatch(id -> id.uuid().version() == 7 && id.uuid().variant() == 2);
        assertThat(made.get(0).uuid().getMostSignificantBits() >>> 16).isEqualTo(NOW / 1_000);
    }

    @Test
    void aClockThatIsSetBackDoesNotTurnTheOrder() {
        JobIds ids = new JobIds();
        JobId before = ids.next(NOW);
        JobId after = ids.next(NOW - 600_000_000L);
        assertThat(after).isGreaterThan(before);
    }

    @Test
    void bytesSortAsIdsDoAndComeBack() {
        JobIds ids = new JobIds();
        JobId id = ids.next(NOW);
        byte[] bytes = new byte[16];
        id.bytes().get(bytes);
        assertThat(JobId.of(bytes)).isEqualTo(id);
        assertThat(JobId.parse(id.toString())).isEqualTo(id);
    }
}
