package dev.rowlock.cli.queue;

import dev.rowlock.queue.JobState;
import dev.rowlock.queue.JobStatus;
import dev.rowlock.queue.ListedJob;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Jobs as they are printed. Pure. */
final class JobText {
    private JobText() {}

    static String word(JobState state) {
        return lower(state);
    }

    static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    /** What the time of a job in this state means; a ready job, one that waits for its turn and one that is put aside have none. */
    static Optional<String> timeName(JobState state) {
        return switch (state) {
            case READY, BLOCKED, QUARANTINED -> Optional.empty();
            case RUNNING -> Optional.of("leaseUntil");
            case DELAYED -> Optional.of("dueAt");
            case DEAD -> Optional.of("diedAt");
            case DONE, CANCELLED, DISCARDED -> Optional.of("endedAt");
        };
    }

    static Map<String, Object> json(JobStatus status, int maxAttempts, Instant at) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", status.id().toString());
        json.put("queue", status.queue());
        json.put("kind", status.kind());
        json.put("state", word(status.state()));
        json.put("failedAttempts", status.attempts());
        if (maxAttempts > 0) {
            json.put("maxAttempts", maxAttempts);
        }
        timeName(status.state()).ifPresent(name -> json.put(name, at.toString()));
        return json;
    }

    static String line(ListedJob job) {
        JobStatus status = job.status();
        String of = job.maxAttempts() > 0 ? " of " + job.maxAttempts() : "";
        return status.id() + "  " + status.kind() + "  " + word(status.state()) + "  " + status.attempts() + of
                + " attempts failed" + time(status.state(), job.at());
    }

    static String time(JobState state, Instant at) {
        return switch (state) {
            case READY, BLOCKED, QUARANTINED -> "";
            case RUNNING -> "  lease until " + at;
            case DELAYED -> "  due " + at;
            case DEAD -> "  given up " + at;
            case DONE, CANCELLED, DISCARDED -> "  ended " + at;
        };
    }

    /** Adds bytes as text where they are text, else in Base64. */
    static void add(Map<String, Object> json, String name, ByteBuffer bytes) {
        Optional<String> text = utf8(bytes);
        if (text.isPresent()) {
            json.put(name, text.get());
        } else {
            json.put(name + "Base64", Base64.getEncoder().encodeToString(copy(bytes)));
        }
    }

    static String text(ByteBuffer bytes) {
        return utf8(bytes).orElseGet(() -> String.format(Locale.ROOT, "(%d bytes)", bytes.remaining()));
    }

    private static Optional<String> utf8(ByteBuffer bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes.duplicate())
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }
}
