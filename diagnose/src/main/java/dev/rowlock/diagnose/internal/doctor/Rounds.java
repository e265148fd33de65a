package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.doctor.DoctorReport;
import dev.rowlock.diagnose.doctor.DoctorReport.Chosen;
import dev.rowlock.diagnose.doctor.Examination;
import dev.rowlock.diagnose.doctor.Examination.Outcome;
import dev.rowlock.diagnose.doctor.Finding;
import dev.rowlock.diagnose.doctor.Probing;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.sql.DataSource;

/** One visit from beginning to end: which examinations there are, and what becomes of one that fails. */
public final class Rounds {
    private static final String SERVER = "server";

    private final Visit visit;
    private final DataSource dataSource;
    private final List<Examination> examinations = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    public Rounds(Visit visit, DataSource dataSource) {
        this.visit = visit;
        this.dataSource = dataSource;
    }

    public DoctorReport make(List<TableName> named) throws SQLException {
        long start = System.nanoTime();
        List<Patient> patients = new ArrayList<>();
        for (TableName table : named) {
            patients.add(Patient.named(visit, table)); // a name that is wrong is told before anything else
        }
        Chart server = new Chart(SERVER);
        for (Examiner examiner : ofServer()) {
            make(examiner, server);
        }
        if (named.isEmpty()) {
            patients.addAll(found(server));
        }
        make(new StatementsSeen(patients), server);
        findings.addAll(server.findings());
        for (Patient patient : patients) {
            Chart chart = new Chart(patient.name().toString());
            for (Examiner examiner : ofTable(patient)) {
                make(examiner, chart);
            }
            findings.addAll(chart.findings());
        }
        findings.sort(Comparator.comparing(Finding::severity));
        return new DoctorReport(
                visit.facts().family() + " " + visit.facts().version(),
                visit.facts().account(),
                named.isEmpty() ? Chosen.FOUND : Chosen.NAMED,
                patients.stream().map(patient -> patient.name().toString()).toList(),
                examinations,
                findings,
                Duration.ofNanos(System.nanoTime() - start));
    }

    private static List<Examiner> ofServer() {
        return List.of(
                new Supported(),
                new ReadOnly(),
                new BinaryLog(),
                new IsolationLevel(),
                new SnapshotIsolation(),
                new LockWaits(),
                new DeadlockReports(),
                new OpenTransactions(),
                new PurgeLag(),
                new PacketSize(),
                new Clocks(),
                new PerformanceSchema(),
                new AccountRights(),
                new Replicas(),
                new Replica(),
                new Cluster());
    }

    private List<Examiner> ofTable(Patient patient) {
        List<Examiner> examiners = new ArrayList<>(List.of(
                new TableForm(patient),
                new ClaimStatements(patient, dataSource),
                new BatchStatements(patient),
                new Relations(patient)));
        if (visit.settings().probing() == Probing.TWO_SESSIONS) {
            examiners.add(new GivesWay(patient, dataSource));
        }
        return examiners;
    }

    private List<Patient> found(Chart server) {
        QueuesOfSchema queues = new QueuesOfSchema();
        make(queues, server);
        return queues.patients();
    }

    private void make(Examiner examiner, Chart chart) {
        long start = System.nanoTime();
        int before = chart.size();
        Outcome outcome;
        try {
            examiner.examine(visit, chart);
            outcome = chart.size() > before ? Outcome.FOUND : Outcome.FINE;
        } catch (SQLException e) {
            outcome = notMade(examiner, chart, StoreException.of(e));
        } catch (RowlockException e) {
            outcome = notMade(examiner, chart, e);
        }
        examinations.add(
                new Examination(examiner.id(), chart.about(), outcome, Duration.ofNanos(System.nanoTime() - start)));
    }

    /** A lost server ends the visit; everything else is told, and the visit goes on. */
    private Outcome notMade(Examiner examiner, Chart chart, RowlockException reason) {
        if (reason instanceof StoreException store && store.failure() == Failure.CONNECTION) {
            throw store;
        }
        chart.notes(
                examiner.id() + "-not-examined",
                "not examined: " + examiner.id(),
                String.valueOf(reason.getMessage()),
                Refused.remedy(reason, visit.facts().account()),
                "B9");
        return Outcome.NOT_MADE;
    }
}
