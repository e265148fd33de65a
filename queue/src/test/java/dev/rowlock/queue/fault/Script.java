package dev.rowlock.queue.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a piece of life in the order in which they are taken, and the one at which a fault happens; and a second one, in the read-back of a COMMIT that the first has
 * lost. Steps outside of {@link #begin} and {@link #end} are not counted. Thread-safe.
 */
final class Script {
    /** Whether what opens and closes each transaction is counted: it is the same code everywhere, so one chapter is enough. */
    enum Frames {
        COUNTED,
        PASSED
    }

    /** Something to be done once, just before a statement is sent, by somebody else. */
    private record Meanwhile(String text, Runnable what) {}

    /** A fault at a step of the read-back, from 1, which begins with its connection. */
    record Second(int at, Fault fault) {}

    private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();
    private List<Step> taken = new ArrayList<>();
    private Frames frames = Frames.PASSED;
    private int at;
    private @Nullable Fault fault;
    private @Nullable Predicate<Step> where;
    private @Nullable Meanwhile meanwhile;
    private boolean running;
    private boolean happened;
    private @Nullable Second second;
    private List<Step> readBack = new ArrayList<>();

    /** Who reads back; {@code null} before a COMMIT is lost, and afterwards. */
    private @Nullable Thread reader;

    /** From now on steps count; at the given one, from 1, the fault happens, and then the second if there is one. */
    synchronized void begin(Frames which, int step, @Nullable Fault what, @Nullable Second then) {
        taken = new ArrayList<>();
        readBack = new ArrayList<>();
        reader = null;
        second = then;
        frames = which;
        at = step;
        fault = what;
        where = null;
        meanwhile = null;
        happened = false;
        running = true;
    }

    /** The same where threads decide in which order steps are taken: the fault happens at the first of these. */
    synchronized void beginAt(Predicate<Step> which, @Nullable Fault what, @Nullable Second then) {
        begin(Frames.PASSED, 0, what, then);
        where = which;
    }

    /** Before the first statement with this text, once: somebody else does this. */
    synchronized void meanwhile(String text, Runnable what) {
        meanwhile = running ? new Meanwhile(text, what) : null;
    }

    /** Whether such a step was taken. */
    synchronized boolean hasTaken(Predicate<Step> which) {
        return taken.stream().anyMatch(which);
    }

    /** Nothing goes wrong any more. What was sent. */
    synchronized List<Step> end() {
        running = false;
        return List.copyOf(taken);
    }

    /** All that was to happen. */
    synchronized boolean happened() {
        return happened && second == null;
    }

    /** What was asked, from connecting to the ROLLBACK, to find out about the COMMIT that was lost first. Empty when nobody asked. */
    synchronized List<Step> readBack() {
        return List.copyOf(readBack);
    }

    /** A step is about to be taken. What happens to it. */
    Optional<Fault> next(Step step) {
        Runnable first = others(step);
        if (first != null) {
            first.run();
        }
        return count(step);
    }

    private synchronized @Nullable Runnable others(Step step) {
        Meanwhile one = meanwhile;
        if (one == null || !running || !step.sql().contains(one.text())) {
            return null;
        }
        meanwhile = null;
        return one.what();
    }

    private synchronized Optional<Fault> count(Step step) {
        Optional<Fault> again = readingBack(step);
        if (again.isPresent()) {
            return again;
        }
        boolean frame = step.kind() == Step.Kind.FRAME || step.kind() == Step.Kind.CONNECT;
        if (!running || (frame && frames == Frames.PASSED)) {
            return Optional.empty();
        }
        taken.add(step);
        boolean here = where == null ? taken.size() == at : !happened && where.test(step);
        if (!here || fault == null || !fault.canMeet(step)) {
            return Optional.empty();
        }
        happened = true;
        reader = step.equals(Step.COMMIT) && fault.isLoss() ? Thread.currentThread() : null;
        return Optional.of(fault);
    }

    private Optional<Fault> readingBack(Step step) {
        if (!running || !Thread.currentThread().equals(reader)) {
            return Optional.empty();
        }
        if (readBack.isEmpty() && !step.equals(Step.CONNECT)) {
            reader = null; // not one of our transactions
            return Optional.empty();
        }
        readBack.add(step);
        if (step.equals(Step.ROLLBACK)) {
            reader = null;
        }
        Second next = second;
        if (next == null || next.at() != readBack.size() || !next.fault().canMeet(step)) {
            return Optional.empty();
        }
        second = null;
        reader = null;
        return Optional.of(next.fault());
    }

    /** Something that must not be, seen by a connection. */
    void complain(String what) {
        complaints.add(what);
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }
}
