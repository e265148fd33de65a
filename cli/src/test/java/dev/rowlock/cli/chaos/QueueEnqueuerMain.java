package dev.rowlock.cli.chaos;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Queues;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Enqueues until so many jobs are acknowledged: their COMMIT was answered, or they were read back. What is acknowledged stands in its file; when it is killed and
 * started again, it goes on with the batch that is not there.
 */
final class QueueEnqueuerMain {
    private static final int ATTEMPTS = 1_000;
    private static final long AWAY_NANOS = 100_000_000;

    private final HikariDataSource pool;
    private final Queues queues;
    private final Queue queue;
    private final String name;

    private QueueEnqueuerMain(HikariDataSource pool, String name) {
        this.pool = pool;
        this.queues = QueueParts.open(pool);
        this.queue = queues.queue(QueueParts.QUEUE);
        this.name = name;
    }

    /** Arguments: file, jobs in all, jobs of a batch, jobs a second or 0 for as many as possible. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        int jobs = Integer.parseInt(arguments[1]);
        int batch = Integer.parseInt(arguments[2]);
        long rate = Long.parseLong(arguments[3]);
        long done = Files.exists(file) ? Files.size(file) / (36 + 1) : 0;
        try (HikariDataSource pool = QueueParts.pool(3);
                FileOutputStream acknowledged = new FileOutputStream(file.toFile(), true)) {
            QueueEnqueuerMain enqueuer = new QueueEnqueuerMain(pool, String.valueOf(file.getFileName()));
            while (done < jobs) {
                String lines = enqueuer.batch(done / batch, batch).stream()
                        .map(id -> id + "\n")
                        .collect(Collectors.joining());
                acknowledged.write(lines.getBytes(StandardCharsets.US_ASCII));
                done += batch;
                LockSupport.parkNanos(rate == 0 ? 0 : batch * 1_000_000_000L / rate);
            }
        }
    }

    private List<JobId> batch(long number, int size) {
        List<NewJob> jobs = new ArrayList<>();
        for (int at = 0; at < size; at++) {
            jobs.add(job(number, at));
        }
        while (true) {
            try {
                return number % 2 == 0 ? ids(queue.enqueueAll(jobs)) : onOurConnection(jobs);
            } catch (RowlockException | SQLException away) {
                LockSupport.parkNanos(AWAY_NANOS);
            }
        }
    }

    /** One in fifty has an effect, one in a hundred fails first, and one in each batch has a key. */
    private NewJob job(long number, int at) {
        String key = name + "-" + number;
        if (at == 0) {
            return NewJob.builder(QueueParts.EFFECT, key)
                    .maxAttempts(ATTEMPTS)
                    .idempotencyKey(IdempotencyKey.of("chaos", key))
                    .build();
        }
        var kind = at % 50 == 1 ? QueueParts.EFFECT : at % 100 == 2 ? QueueParts.FLAKY : QueueParts.PLAIN;
        return NewJob.builder(kind, "one").maxAttempts(ATTEMPTS).build();
    }

    /** In a transaction of ours; when the answer to COMMIT is lost, we look whether the jobs are there. */
    private List<JobId> onOurConnection(List<NewJob> jobs) throws SQLException {
        List<JobId> written;
        SQLException lost;
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            List<EnqueueOutcome> outcomes = queue.enqueueAll(connection, jobs);
            written = ids(outcomes);
            try {
                connection.commit();
                return written;
            } catch (SQLException e) {
                lost = e;
            }
        }
        if (queues.status(written.get(written.size() - 1)).isEmpty()) {
            throw lost;
        }
        return written;
    }

    private static List<JobId> ids(List<EnqueueOutcome> outcomes) {
        return outcomes.stream().map(EnqueueOutcome::id).toList();
    }
}
