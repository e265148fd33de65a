package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/** Group Replication and Galera, where a row lock is known on the member that took it only. */
final class Cluster implements Examiner {
    private static final Pattern GROUP_NAME = Pattern.compile("[0-9a-fA-F-]{32,36}");

    private record Member(String place, String state, String role, boolean self) {}

    @Override
    public String id() {
        return "cluster";
    }

    @Override
    public void examine(Visit visit, Chart chart) throws SQLException {
        if (visit.isOn("wsrep_on")) {
            galera(visit, chart);
        }
        // The plugin alone makes no group: it shows one member that is OFFLINE, and may print its lack of a name as a
        // word.
        if (visit.variable("group_replication_group_name")
                .filter(GROUP_NAME.asMatchPredicate())
                .isPresent()) {
            group(visit, chart);
        }
    }

    private static void galera(Visit visit, Chart chart) {
        chart.warns(
                "cluster-local-locks",
                "the server is one of " + visit.counter("wsrep_cluster_size") + " members of a Galera cluster ("
                        + visit.status("wsrep_local_state_comment").orElse("state unknown") + ")",
                "SKIP LOCKED skips rows that are locked on the same member only: two members take the same row, and one of them fails"
                        + " at its COMMIT",
                "let all workers of a table connect to one member",
                "A10");
    }

    private static void group(Visit visit, Chart chart) throws SQLException {
        List<Member> members = visit.ask(
                DoctorStatements.GROUP_MEMBERS,
                row -> new Member(
                        row.getString(1) + ":" + row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getBoolean(5)));
        for (Member member : members) {
            if (member.self() && !member.state().equals("ONLINE")) {
                chart.blocks(
                        "group-member",
                        "this member of the group is " + member.state() + ", " + members.size() + " members are known",
                        "a member that is not ONLINE refuses writes or commits what the group does not know",
                        "START GROUP_REPLICATION, or connect to the primary",
                        "B9");
            }
        }
        if (!visit.isOn("group_replication_single_primary_mode")) {
            chart.warns(
                    "cluster-local-locks",
                    "the group has several primaries (group_replication_single_primary_mode is OFF, " + members.size()
                            + " members)",
                    "SKIP LOCKED skips rows that are locked on the same member only: two members take the same row, and one of them fails at its"
                            + " COMMIT (3101)",
                    "let all workers of a table connect to one member, or SELECT group_replication_switch_to_single_primary_mode()",
                    "A10");
        } else if (members.size() > 1) {
            chart.notes(
                    "group",
                    "the server is one of " + members.size() + " members of a replication group",
                    "after a failover writes were possible again after 6 to 21 s; a COMMIT under way is unknown or refused (3100)",
                    "leases longer than a failover, and an address that follows the primary",
                    "facts 8");
        }
    }
}
