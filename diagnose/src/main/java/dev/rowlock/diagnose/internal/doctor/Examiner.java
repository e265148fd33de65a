package dev.rowlock.diagnose.internal.doctor;

import java.sql.SQLException;

/** One examination. Reads only, unless it says otherwise; its findings go to the chart. */
interface Examiner {
    /** Which one, for the report. */
    String id();

    /** Looks; what it throws becomes a note that it could not be made. */
    void examine(Visit visit, Chart chart) throws SQLException;
}
