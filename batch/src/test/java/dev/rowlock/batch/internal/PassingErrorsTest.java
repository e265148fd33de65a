package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.StoreException;
import java.net.SocketException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What a run waits out, and what stops it. */
final class PassingErrorsTest {
    private static boolean passes(String state, int number, Throwable causeOrSelf) {
        return PassingErrors.passes(StoreException.of(new SQLException("said", state, number, causeOrSelf)));
    }

    @Test
    void aCutPassesWhateverTheDriverCallsIt() {
        SocketException cut = new SocketException("Connection reset");
        assertThat(passes("08S01", 0, cut)).isTrue();
        assertThat(passes("S1000", 0, cut)).isTrue();
        assertThat(passes("S1000", 0, new IllegalStateException(cut))).isTrue();
    }

    @Test
    void whatTheServerRefusesOrTheDriverCannotDoStops() {
        assertThat(passes("42S02", 1146, new SQLException())).isFalse();
        assertThat(passes("S1000", 0, new IllegalArgumentException())).isFalse();
        assertThat(passes("70100", 1317, new SQLException())).isTrue();
    }
}
