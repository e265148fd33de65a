package dev.rowlock.cli.queue;

import dev.rowlock.cli.Output;
import dev.rowlock.queue.Job;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a program learns of its job from its environment. Pure. */
final class JobEnvironment {
    private static final String HEADER = "ROWLOCK_HEADER_";

    private JobEnvironment() {}

    static Map<String, String> of(String queue, Job<?> job) {
        Map<String, String> environment = new HashMap<>();
        environment.put("ROWLOCK_QUEUE", queue);
        environment.put("ROWLOCK_KIND", job.kind());
        environment.put("ROWLOCK_ID", job.id().toString());
        environment.put("ROWLOCK_ATTEMPT", Integer.toString(job.attempt()));
        environment.put("ROWLOCK_MAX_ATTEMPTS", Integer.toString(job.maxAttempts()));
        environment.put("ROWLOCK_TOKEN", Long.toString(job.token()));
        environment.put("ROWLOCK_HEADERS", Output.text(job.headers()));
        job.headers().forEach((name, value) -> {
            // No system takes a NUL; the JSON above has it.
            if (value.indexOf('\0') < 0) {
                environment.put(HEADER + variable(name), value);
            }
        });
        return environment;
    }

    /** Always behind a prefix of ours, so that whoever enqueues cannot set PATH or the like. */
    private static String variable(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}
