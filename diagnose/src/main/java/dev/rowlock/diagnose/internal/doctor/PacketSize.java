package dev.rowlock.diagnose.internal.doctor;

/** Whether statements and payloads fit into a packet. */
final class PacketSize implements Examiner {
    /** The default of MySQL 5.7; those of today are 16 and 64 MB. */
    private static final long SMALLEST = 4L << 20;

    @Override
    public String id() {
        return "packet-size";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        long session = visit.facts().maxAllowedPacket();
        if (session < SMALLEST) {
            chart.warns(
                    "packet-size",
                    "max_allowed_packet is " + session + " bytes",
                    "a larger payload or multi-row INSERT is refused (1153), some drivers report it as a lost connection, and a replica that"
                            + " meets a larger row event stops",
                    "SET " + (visit.isMariaDb() ? "GLOBAL" : "PERSIST")
                            + " max_allowed_packet = 67108864, on replicas as well; then let programs reconnect",
                    "B9");
        }
    }
}
