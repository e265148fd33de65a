package dev.rowlock.batch.internal;

import dev.rowlock.batch.WorkerListener;
import dev.rowlock.batch.internal.sql.ShardStatements;
import dev.rowlock.claim.Lease;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of one process that work shards: each takes a free shard, works it, and takes another, until none is left. Thread-safe. */
final class Crew {
    private static final Logger log = LoggerFactory.getLogger(Crew.class);
    private static final Duration ASK_AGAIN = Duration.ofMillis(200);
    private static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);

    private final Transactions transactions;
    private final RunStore runs;
    private final Store store;
    private final Events events;
    private final Claims claims;
    private final Gate gate;
    private final long run;
    private final Rounds rounds;
    private final Supplier<ShardLoop> loops;
    private final Ending ending;
    private final WorkerListener listener;

    Crew(
            Transactions transactions,
            RunStore runs,
            Store store,
            Events events,
            Claims claims,
            Gate gate,
            long run,
            Rounds rounds,
            Supplier<ShardLoop> loops,
            Ending ending,
            WorkerListener listener) {
        this.transactions = transactions;
        this.runs = runs;
        this.store = store;
        this.events = events;
        this.claims = claims;
        this.gate = gate;
        this.run = run;
        this.rounds = rounds;
        this.loops = loops;
        this.ending = ending;
        this.listener = listener;
    }

    private record Seat(int number, String phase, String status, boolean expired) {
        boolean isFree() {
            return status.equals("ready") || expired;
        }

        boolean isScan() {
            return phase.equals("scan");
        }
    }

    /** What a thread does; ends when the run is over or the worker leaves. */
    void work() {
        ShardLoop loop = loops.get();
        try {
            while (!gate.isLeaving()) {
                try {
                    Optional<Lease> lease = take();
                    if (lease.isPresent()) {
                        work(loop, lease.get());
                    } else if (finished() || !gate.rest(pause())) {
                        return;
                    }
                } catch (StoreException e) {
                    trouble(e);
                }
            }
        } catch (InterruptedException | HandledChunk.Interrupted left) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // A thread that just ended would look like one that has no more to do.
            log.error("batch run={} ends for an error of its own", run, e);
            listener.trouble(String.valueOf(e.getMessage()));
            stop(e);
        }
    }

    private void stop(RuntimeException e) {
        try {
            ending.stop(e);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    /** A server that went away may come back before the lease ends: the shard is read again and gone on with. */
    private void work(ShardLoop loop, Lease lease) throws InterruptedException {
        listener.shardTaken(((Long) lease.key().parts().get(1)).intValue());
        while (true) {
            try {
                loop.work(lease);
                return;
            } catch (StoreException e) {
                trouble(e);
                if (gate.isLeaving()) {
                    giveBack(lease);
                    return;
                }
            } catch (RuntimeException e) {
                boolean interrupted = Thread.interrupted(); // or the connection would not be given
                giveBack(lease);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw e;
            }
        }
    }

    /** So that nobody has to wait for its end. */
    private void giveBack(Lease lease) {
        try {
            claims.releaseShard(lease);
        } catch (RuntimeException e) {
            log.debug("batch run={} a shard's lease runs out by itself reason=\"{}\"", run, e.getMessage());
        }
    }

    /** Waits out what passes by itself; ends the run, resumable, on what does not. */
    private void trouble(StoreException e) throws InterruptedException {
        log.warn("batch run={} trouble reason=\"{}\"", run, e.getMessage());
        listener.trouble(String.valueOf(e.getMessage()));
        if (PassingErrors.passes(e)) {
            gate.rest(AFTER_TROUBLE);
        } else {
            ending.stop(e);
        }
    }

    private Optional<Lease> take() {
        List<Seat> seats = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, store.sql(ShardStatements.SHARD_LIST))
                        .with(run)
                        .query(row -> new Seat(
                                row.getInt("shard_no"),
                                row.getString("phase"),
                                row.getString("status"),
                                row.getBoolean("expired"))));
        if (seats.stream().anyMatch(Seat::expired)) {
            claims.reclaim();
        }
        return take(seats.stream().filter(seat -> seat.isFree() && seat.isScan()))
                .or(() -> take(
                        seats.stream().filter(seat -> seat.isFree() && !seat.isScan() && rounds.isDue(seat.number()))));
    }

    private Optional<Lease> take(Stream<Seat> seats) {
        return seats.map(seat -> claims.shard(run, seat.number()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Whether the run is over; the worker that finds every shard done says so. */
    private boolean finished() {
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            if (runs.finish(connection, run)) {
                events.add(connection, run, "done", "every shard is done", null);
            }
            return runs.load(connection, run)
                    .map(found -> found.state().isOver())
                    .orElse(true);
        });
    }

    private static Duration pause() {
        return ASK_AGAIN.plusMillis(ThreadLocalRandom.current().nextInt(100));
    }
}
