package dev.rowlock.diagnose.internal.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A row of the digest table.
 *
 * @param times how often it ran since the table was emptied
 * @param changed rows it changed in all
 * @param read rows it read in all
 * @param lastSeen in the session's time zone
 * @param sample one of its runs as it was sent; null on MariaDB
 */
record SeenUse(
        SeenStatement statement,
        long times,
        long changed,
        long read,
        String lastSeen,
        @Nullable String sample) {
    static SeenUse read(ResultSet row) throws SQLException {
        return new SeenUse(
                new SeenStatement(row.getString(1)),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                String.valueOf(row.getString(5)).replaceAll("\\.\\d+$", ""),
                row.getString(6));
    }

    double changedEach() {
        return times == 0 ? 0 : (double) changed / times;
    }

    /** The figures that go with a finding. */
    String figures() {
        return String.format(
                Locale.ROOT,
                "ran %d times, last at %s, %.1f rows read and %.1f changed each time",
                times,
                lastSeen,
                times == 0 ? 0.0 : (double) read / times,
                changedEach());
    }
}
