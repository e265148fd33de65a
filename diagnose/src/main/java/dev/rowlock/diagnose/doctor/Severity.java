package dev.rowlock.diagnose.doctor;

/** How much a finding matters. */
public enum Severity {
    /** Do not go live like this: work would be lost, done twice, or not done at all. */
    BLOCKS,
    /** It works, with a cost or a risk that its owner should know. */
    WARNS,
    /** Good to know; nothing has to be done. */
    NOTES
}
