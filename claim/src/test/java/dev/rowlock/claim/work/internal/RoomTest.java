package dev.rowlock.claim.work.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many rows are held. */
final class RoomTest {
    @Test
    void theNextBatchIsClaimedWhenFewerRowsWaitThanHandlersCanTake() {
        Room rows = new Room(50, 8, 1);
        assertThat(rows.fits(0, 0)).isTrue();
        assertThat(rows.fits(50, 42)).isFalse();
        assertThat(rows.fits(15, 7)).isTrue();
    }

    @Test
    void aBatchIsAtWorkWhileTheNextIsClaimedAndTheLastIsWritten() {
        Room batches = new Room(1000, 1, 1000);
        assertThat(batches.fits(1000, 0)).isTrue();
        assertThat(batches.fits(2000, 0)).isTrue();
        assertThat(batches.fits(2001, 0)).isFalse();
        assertThat(batches.fits(1000, 1000)).isFalse();
        assertThat(batches.chunks(1)).isEqualTo(1);
        assertThat(batches.chunks(1001)).isEqualTo(2);
    }

    @Test
    void resultsThatCannotBeWrittenStopClaims() {
        Room rows = new Room(50, 8, 1);
        assertThat(rows.fits(58, 0)).isTrue();
        assertThat(rows.fits(59, 0)).isFalse();
    }
}
