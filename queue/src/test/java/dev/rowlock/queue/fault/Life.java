package dev.rowlock.queue.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.internal.housekeeping.HouseByHand;
import dev.rowlock.queue.internal.work.WorkerByHand;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One queue from its beginning to its end, on connections that fail once, or once more where that is read back. Used by one thread. */
final class Life {
    static final Duration LEASE = Duration.ofSeconds(30);
    private static final int MOST_TRIES = 4;

    /** What all lives of one schema share. */
    record World(
            TestDatabase database,
            Asking sql,
            FaultyConnections connections,
            Queues queues,
            Queues sound,
            Script script) {}

    private final World world;
    private final int number;
    private final @Nullable Fault fault;
    private final int at;
    private final Script.@Nullable Second second;
    private final JobKind<String> kind;
    private final Queue queue;
    private final Book book;
    private final List<WorkerByHand> workers = new ArrayList<>();

    Life(World world, int number, @Nullable Fault fault, int at, Script.@Nullable Second second) {
        this.world = world;
        this.number = number;
        this.fault = fault;
        this.at = at;
        this.second = second;
        this.kind = JobKind.text("kind " + number);
        world.sql().execute("INSERT INTO rowlock_queue (name, created_at) VALUES ('" + name() + "', UTC_TIMESTAMP(6))");
        this.queue = world.queues().queue(name());
        this.book = new Book(world, name());
    }

    /** From here on steps count, and one of them goes wrong. */
    void begin() {
        begin(Script.Frames.PASSED);
    }

    void begin(Script.Frames frames) {
        world.script().begin(frames, at, fault, second);
    }

    World world() {
        return world;
    }

    Asking sql() {
        return world.sql();
    }

    String name() {
        return "life " + number;
    }

    JobKind<String> kind() {
        return kind;
    }

    Queues queues() {
        return world.queues();
    }

    /** On connections that fail. */
    Queue queue() {
        return queue;
    }

    /** On connections that do not. */
    Queue sound() {
        return world.sound().queue(name());
    }

    Book book() {
        return book;
    }

    NewJob.Builder job(String payload) {
        return NewJob.builder(kind, payload);
    }

    /** Enqueues before anything goes wrong. */
    List<JobId> enqueued(NewJob.Builder... jobs) {
        return sound()
                .enqueueAll(List.of(jobs).stream().map(NewJob.Builder::build).toList())
                .stream()
                .map(outcome -> outcome.id())
                .peek(id -> book.expect(id, Book.Fate.DONE))
                .toList();
    }

    WorkerByHand worker() {
        return worker(History.KEPT);
    }

    WorkerByHand worker(History history) {
        WorkerByHand worker = new WorkerByHand(book.queue(), Transactions.of(world.connections()), history, LEASE);
        workers.add(worker);
        return worker;
    }

    /** Nothing goes wrong any more: workers write their last figures as they leave, somebody else does the rest, and all is looked at. */
    void end() throws SQLException {
        workers.forEach(WorkerByHand::write);
        book.finish();
        book.verify();
    }

    HouseByHand house() {
        return new HouseByHand(Transactions.of(world.connections()));
    }

    /** One fault, and another while it is read back, is what the library bears by itself: the caller gets his answer. */
    <T> T answered(Supplier<T> operation) {
        return operation.get();
    }

    /** The caller may be told of the fault, and asks again. */
    void repeated(Runnable operation) {
        for (int run = 1; ; run++) {
            try {
                operation.run();
                return;
            } catch (StoreException e) {
                isTyped(e);
                if (run == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Something in a transaction of the caller's. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** The caller's own transaction, begun again as a whole, with a row by which he finds out what became of a COMMIT without an answer. */
    <T> T inOurs(String note, Work<T> work) {
        for (int run = 1; ; run++) {
            try (Connection connection = world.connections().getConnection()) {
                connection.setAutoCommit(false);
                T result;
                try {
                    result = noted(connection, note + " " + run, work);
                } catch (SQLException | RowlockException e) {
                    isTyped(e instanceof SQLException sql ? StoreException.of(sql) : (StoreException) e);
                    rollBack(connection, e);
                    continue;
                }
                try {
                    connection.commit();
                } catch (SQLException e) {
                    boolean unknown = Failure.ofCommit(e) == Failure.COMMIT_UNKNOWN;
                    rollBack(connection, e);
                    if (!unknown || !isThere(note + " " + run)) {
                        continue;
                    }
                    return result;
                }
                restore(connection);
                return result;
            } catch (SQLException e) {
                isTyped(StoreException.of(e));
            }
            assertThat(run).as("tries").isLessThan(MOST_TRIES);
        }
    }

    private <T> T noted(Connection connection, String note, Work<T> work) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ours (note) VALUES (?)")) {
            insert.setString(1, name() + " " + note);
            insert.executeUpdate();
        }
        return work.on(connection);
    }

    /** The server has ended its session when the killer is back, so a plain read tells. */
    private boolean isThere(String note) {
        return sql().number("SELECT COUNT(*) FROM ours WHERE note = '" + name() + " " + note + "'") == 1;
    }

    static void rollBack(Connection connection, Exception because) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException lost) {
            because.addSuppressed(lost);
        }
    }

    private static void restore(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException lost) {
            // it is committed, and the pool throws the connection away
        }
    }

    /** The five failures are told apart (B5), and the server's own words are in the message. */
    private void isTyped(StoreException told) {
        List<Failure> expected = new ArrayList<>(failures(fault));
        expected.addAll(failures(second == null ? null : second.fault()));
        assertThat(told.failure()).as(told.getMessage()).isIn(expected);
        assertThat(told.getMessage()).contains("SQLState");
    }

    private static List<Failure> failures(@Nullable Fault fault) {
        return fault == null
                ? List.of()
                : switch (fault) {
                    case KILLED, ANSWER_LOST -> List.of(Failure.CONNECTION, Failure.COMMIT_UNKNOWN);
                    case DEADLOCK, DEADLOCK_AFTER -> List.of(Failure.DEADLOCK);
                    case LOCK_WAIT -> List.of(Failure.LOCK_CONFLICT);
                };
    }
}
