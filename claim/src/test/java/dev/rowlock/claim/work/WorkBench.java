package dev.rowlock.claim.work;

import dev.rowlock.claim.Backoff;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/** A sample table, a worker on it, and what the worker told. Thread-safe. */
final class WorkBench implements WorkListener {
    static final Duration LEASE = Duration.ofSeconds(2);

    final TestDatabase database;
    final SampleTable sample;
    final Queue<Lease> lost = new ConcurrentLinkedQueue<>();
    final Queue<Lease> ranOut = new ConcurrentLinkedQueue<>();
    final Queue<String> reasons = new ConcurrentLinkedQueue<>();
    final Queue<String> trouble = new ConcurrentLinkedQueue<>();

    private WorkBench(TestDatabase database, SampleTable sample) {
        this.database = database;
        this.sample = sample;
    }

    static WorkBench create(TestDatabase database, SampleTable sample, int rows) {
        sample.create(database);
        if (rows > 0) {
            sample.fill(database, 1, rows);
        }
        return new WorkBench(database, sample);
    }

    /** Two attempts, failed rows are ready again soon. */
    LeaseSettings settings() {
        return new LeaseSettings(LEASE, 2, Backoff.fixed(Duration.ofMillis(150)), "tester");
    }

    LeaseTable open() {
        return open(settings());
    }

    LeaseTable open(LeaseSettings settings) {
        return open(Connections.to(database), settings);
    }

    LeaseTable open(DataSource connections, LeaseSettings settings) {
        return LeaseTable.open(Transactions.of(connections), sample.layout(), settings);
    }

    /** Small batches, and this hears. */
    WorkSettings.Builder work() {
        return WorkSettings.builder()
                .name("bench")
                .batch(10)
                .concurrency(3)
                .whenEmpty(WhenEmpty.END)
                .cancelPatience(Duration.ofSeconds(5))
                .listener(this);
    }

    long count(String status) {
        return database.number("SELECT COUNT(*) FROM " + sample.table() + " WHERE status = '" + status + "'");
    }

    String statusOf(int row) {
        return sample.statusOf(database, row);
    }

    static int number(Work work) {
        return ((Long) work.lease().key().parts().get(0)).intValue();
    }

    static List<Outcome> allDone(List<? extends Work> rows) {
        return rows.stream().map(row -> Outcome.done()).toList();
    }

    @Override
    public void leaseLost(Lease lease, String why) {
        lost.add(lease);
    }

    @Override
    public void leaseRanOut(Lease lease) {
        ranOut.add(lease);
    }

    @Override
    public void attemptFailed(Lease lease, String reason, LeaseState becomes) {
        reasons.add(becomes + " " + reason);
    }

    @Override
    public void reclaimed(Reclaimed reclaimed) {
        trouble.add("reclaimed " + reclaimed.count());
    }

    @Override
    public void claimsFail(RowlockException failure) {
        trouble.add("claims fail");
    }

    @Override
    public void claimsWork() {
        trouble.add("claims work");
    }
}
