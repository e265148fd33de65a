package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.claim.CheckReport;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.TableCheck;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.diagnose.doctor.Severity;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.RetryPolicy;
import dev.rowlock.mysql.Transactions;
import java.util.Set;
import javax.sql.DataSource;

/** Whether a queue can be claimed from: columns, index, rights, and the plan of each statement of a claim, as the claim module sees them (A4). */
final class ClaimStatements implements Examiner {
    /** What the server's own examinations say better, and the probe. */
    private static final Set<String> TOLD_ELSEWHERE =
            Set.of("server", "read-only", "deadlock-detect", "lock-wait-timeout", "triggers");

    private final Patient patient;
    private final DataSource dataSource;

    ClaimStatements(Patient patient, DataSource dataSource) {
        this.patient = patient;
        this.dataSource = dataSource;
    }

    @Override
    public String id() {
        return "claim-statements";
    }

    @Override
    public void examine(Visit visit, Chart chart) {
        boolean asTable = patient.isInnoDb() && patient.key().isPresent();
        if (!asTable || !patient.isQueue()) {
            if (asTable) {
                chart.notes(
                        "not-a-queue",
                        patient.name() + " was examined as the table of a batch, not as a queue",
                        "it has no column status beside available_at, lease_until or claimed_at",
                        "if it is a queue: rowlock table check " + patient.name() + " --status-column NAME ...",
                        "A12");
            }
            return;
        }
        TableLayout layout = TableLayout.builder(patient.name()).build();
        try {
            CheckReport report = check(visit, layout);
            report.findings().stream()
                    .filter(finding -> !TOLD_ELSEWHERE.contains(finding.id()))
                    .forEach(finding -> chart.add(
                            switch (finding.level()) {
                                case BLOCKS -> Severity.BLOCKS;
                                case WARNS -> Severity.WARNS;
                            },
                            finding.id(),
                            finding.what(),
                            finding.why() + "; " + patient.size(),
                            finding.remedy(),
                            finding.rule()));
            report.lost()
                    .forEach(lost -> chart.notes(
                            "lost-guarantee", "not promised: " + lost.what(), lost.because(), lost.remedy(), "A6"));
        } catch (ConfigurationException e) {
            chart.blocks(
                    "table-layout",
                    String.valueOf(e.getMessage()),
                    "with the usual names and values the table cannot be claimed from; " + patient.size(),
                    "what the message says; if columns or values have other names: rowlock table check "
                            + patient.name() + " --help",
                    "A12");
        }
    }

    /** Without the probe all of it happens in the visit's own session, under its limits. */
    private CheckReport check(Visit visit, TableLayout layout) {
        LeaseSettings settings = LeaseSettings.standard();
        return switch (visit.settings().probing()) {
            case READ_ONLY ->
                TableCheck.look(
                        Transactions.of(new SameSession(visit.connection())).retry(RetryPolicy.never()),
                        layout,
                        settings);
            case TWO_SESSIONS ->
                TableCheck.run(Transactions.of(dataSource).retry(RetryPolicy.never()), layout, settings);
        };
    }
}
