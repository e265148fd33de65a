package dev.rowlock.queue;

/**
 * How urgent a job is. Claims take the more urgent first, and now and then begin further down, so that no lane starves (B8).
 */
public enum Priority {
    URGENT(0),
    HIGH(1),
    NORMAL(2),
    LOW(3);

    private final int lane;

    Priority(int lane) {
        this.lane = lane;
    }

    /** What the tables keep: the smaller comes first. */
    public int lane() {
        return lane;
    }

    /**
     * The priority that a table's figure stands for.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Priority ofLane(int lane) {
        for (Priority priority : values()) {
            if (priority.lane == lane) {
                return priority;
            }
        }
        throw new IllegalArgumentException("there is no priority " + lane + ": they go from 0 to 3");
    }
}
