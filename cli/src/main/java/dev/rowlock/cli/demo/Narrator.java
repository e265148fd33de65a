package dev.rowlock.cli.demo;

import dev.rowlock.cli.Output;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says what happens, in plain words. Used by one thread. */
final class Narrator {
    private static final long BETWEEN_LINES = 3_000;

    private final Output output;
    private final DemoClock clock;
    private long lastLine;
    private int step;

    Narrator(Output output, DemoClock clock) {
        this.output = output;
        this.clock = clock;
    }

    void step(String text) {
        step++;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "step");
        json.put("seconds", seconds());
        json.put("text", text);
        output.answer(json, String.format(Locale.ROOT, "%5.1f s  %d. %s", seconds(), step, text));
        lastLine = clock.elapsed().toMillis();
    }

    /** How it stands, now and then. */
    void now(long done, long open) {
        long now = clock.elapsed().toMillis();
        if (now - lastLine < BETWEEN_LINES) {
            return;
        }
        lastLine = now;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "progress");
        json.put("seconds", seconds());
        json.put("done", done);
        json.put("open", open);
        output.answer(
                json,
                String.format(Locale.ROOT, "%5.1f s     %d rows done, %d ready or processing", seconds(), done, open));
    }

    void summary(List<String> facts, Proof proof) {
        if (output.isJson()) {
            proof.print(output);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("event", "summary");
            json.put("facts", facts);
            json.put("holds", proof.holds());
            output.json(json);
            return;
        }
        output.line("");
        output.line("What the tables say:");
        proof.print(output);
        facts.forEach(fact -> output.line("  also " + fact));
        output.line("");
        output.line(
                proof.holds()
                        ? "Each row ended once, although a worker was killed in the middle of its work."
                        : "NOT each row ended once: see above.");
    }

    private double seconds() {
        return clock.elapsed().toMillis() / 1000.0;
    }
}
