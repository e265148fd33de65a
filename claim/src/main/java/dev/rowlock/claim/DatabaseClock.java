package dev.rowlock.claim;

/** Which of the database's clocks the table's time columns are written with. The database's clock judges expiry, never a worker's. */
public enum DatabaseClock {
    /** {@code NOW()}: the session's time zone. Right for TIMESTAMP columns, and for DATETIME columns other programs fill with NOW(). */
    SESSION("NOW"),
    /** {@code UTC_TIMESTAMP()}: for DATETIME columns in UTC. Knows no daylight saving. */
    UTC("UTC_TIMESTAMP");

    private final String function;

    DatabaseClock(String function) {
        this.function = function;
    }

    /** The SQL function that reads this clock. */
    public String function() {
        return function;
    }
}
