package dev.rowlock.queue.schedule;

/** What became of a change to a schedule. */
public enum ScheduleChange {
    /** It is now as was asked for, whether or not it was so before. */
    DONE,
    /** There is no schedule of this name. */
    NOT_THERE;

    static ScheduleChange of(boolean there) {
        return there ? DONE : NOT_THERE;
    }
}
