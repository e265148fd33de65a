package dev.rowlock.cli.work;

import dev.rowlock.cli.Output;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a worker prints while it works: one live line on a terminal, else lines now and then, or JSON. Thread-safe. */
public final class WorkOutput {
    private static final String CLEAR = "\r\u001b[K";

    private final Output output;
    private final boolean live;
    private String liveLine = "";

    public WorkOutput(Output output) {
        this.output = output;
        this.live = !output.isJson() && Terminal.isThere();
    }

    public boolean isLive() {
        return live;
    }

    public boolean isJson() {
        return output.isJson();
    }

    /** How far it is. */
    public synchronized void progress(Map<String, Object> json, String text) {
        if (live) {
            liveLine = text;
            output.raw(CLEAR + text);
        } else {
            output.answer(json, text);
        }
    }

    /** Something happened that a person should see. */
    public synchronized void event(Map<String, Object> json, String text) {
        if (output.isJson()) {
            output.json(json);
            return;
        }
        if (live) {
            output.raw(CLEAR);
        }
        output.note(text);
        if (live) {
            output.raw(liveLine);
        }
    }

    /** A worker cannot claim, and goes on trying. */
    public void claimsFail(Throwable because) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", "claims-fail");
        json.put("message", String.valueOf(because.getMessage()));
        event(json, "WARN cannot claim, trying on: " + because.getMessage());
    }

    /** It can again. */
    public void claimsWork() {
        event(Map.of("event", "claims-work"), "claims work again");
    }

    /** The last line. */
    public synchronized void summary(Map<String, Object> json, String text) {
        if (live) {
            output.raw(CLEAR);
        }
        output.answer(json, text);
    }
}
