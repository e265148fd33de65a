package dev.rowlock.diagnose.internal.doctor;

/** Whether the server takes writes. */
final class ReadOnly implements Examiner {
    @Override
    public String id() {
        return "read-only";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        if (visit.facts().readOnly()) {
            chart.blocks(
                    "read-only",
                    "the server is read-only",
                    "a claim is a write: each one would fail with error 1290",
                    "connect to the primary; or, if this is to be it: "
                            + (visit.isMariaDb()
                                    ? "SET GLOBAL read_only = OFF"
                                    : "SET GLOBAL super_read_only = OFF; SET GLOBAL read_only = OFF"),
                    "B9");
        }
    }
}
