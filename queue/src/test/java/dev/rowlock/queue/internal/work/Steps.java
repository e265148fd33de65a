package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.History;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.internal.line.Place;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One worker's cycles, taken by hand: it holds what it claimed until the test says what became of it. */
final class Steps {
    static final Duration LEASE = Duration.ofSeconds(30);

    private final Cycle cycle;
    private Cursor cursor = new Cursor();
    final Settling settling;
    private final Plan plan;
    private final LongSupplier cursorTicker;

    Steps(Mails mails, Transactions transactions) {
        this(mails, transactions, LEASE);
    }

    /** With a clock of its own for where claims start. */
    Steps(Mails mails, Transactions transactions, LongSupplier cursorTicker) {
        this(mails, transactions, LEASE, cursorTicker);
    }

    Steps(Mails mails, Transactions transactions, Duration lease) {
        this(mails, transactions, lease, System::nanoTime);
    }

    private Steps(Mails mails, Transactions transactions, Duration lease, LongSupplier cursorTicker) {
        this.cursorTicker = cursorTicker;
        int number = (int) mails.database().number("SELECT id FROM rowlock_queue WHERE name = 'mails'");
        plan = new Plan(
                "mails",
                number,
                1,
                100,
                lease,
                Duration.ofMillis(10),
                Duration.ofMillis(10),
                Duration.ofSeconds(1),
                History.KEPT);
        settling = new Settling(number, History.KEPT);
        cycle = new Cycle(plan, transactions, settling, new Counts(System.nanoTime()), System::nanoTime);
    }

    List<Held> claim(int limit) {
        return cycle(List.of(), limit).held();
    }

    /** A claim from the start of all lanes: finds what appeared behind the cursors. */
    List<Held> sweep(int limit) {
        cursor = new Cursor();
        return claim(limit);
    }

    /** A claim of these jobs and of nothing else, as of those that a worker was told of. */
    List<Held> claimOf(List<Place> heard, int limit) {
        return cycle(List.of(), Cursor.Start.of(heard), limit).held();
    }

    /** What a cycle made of the last results, and what it claimed. */
    record Step(Settling.Verdicts verdicts, List<Held> held) {}

    /** Completes these and claims. */
    Step cycle(List<Held> results, int limit) {
        return cycle(results, limit == 0 ? null : cursor.next(cursorTicker.getAsLong()), limit);
    }

    private Step cycle(List<Held> results, Cursor.@Nullable Start start, int limit) {
        Cycle.Result result = cycle.run(results, start, limit, Figures.NONE);
        cursor.ready(result.ready());
        if (start != null) {
            cursor.took(start, result.claim().passed(), limit, result.claimNanos());
            cursor.ready(result.claim().left());
        }
        long deadline = result.sentAt() + plan.lease().toNanos();
        return new Step(
                result.verdicts(),
                result.claim().taken().stream()
                        .map(job -> new Held(job, deadline))
                        .toList());
    }

    /** Completes these, counts them as answered, and claims nothing. */
    void complete(List<Held> results) {
        Map<String, Long> answers =
                results.stream().collect(Collectors.groupingBy(held -> held.job.kind(), Collectors.counting()));
        cycle.run(done(results), null, 0, new Figures(Map.of(), answers));
    }

    static List<Held> done(List<Held> held) {
        return ruled(held, Ruling.done(null));
    }

    static List<Held> ruled(List<Held> held, Ruling ruling) {
        held.forEach(one -> one.ruling = ruling);
        return held;
    }
}
