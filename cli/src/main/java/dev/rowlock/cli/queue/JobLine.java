package dev.rowlock.cli.queue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.DurationConverter;
import dev.rowlock.cli.Output;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.UniqueWhile;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.TypeConversionException;

/** One job as a JSON object on a line; what it leaves out is as the options say. Pure. */
final class JobLine {
    private static final Set<String> FIELDS = new TreeSet<>(Set.of(
            "kind",
            "payload",
            "payloadBase64",
            "priority",
            "delay",
            "at",
            "maxAttempts",
            "key",
            "orderingKey",
            "concurrencyKey",
            "unique",
            "uniquePending",
            "headers"));

    private final JobOptions options;
    private final Optional<String> kind;

    JobLine(JobOptions options, Optional<String> kind) {
        this.options = options;
        this.kind = kind;
    }

    NewJob read(String line) {
        JsonNode json = parse(line);
        json.properties().forEach(field -> {
            String name = field.getKey();
            if (!FIELDS.contains(name)) {
                throw new ConfigurationException(
                        "a job has no '" + name + "'; it may have " + String.join(", ", FIELDS));
            }
        });
        String its = text(json, "kind")
                .or(() -> kind)
                .orElseThrow(() -> new ConfigurationException(
                        "the job has no kind: add \"kind\" to the line, or name one for all after the queue"));
        NewJob.Builder job = options.job(its, payload(json));
        try {
            text(json, "priority").ifPresent(word -> job.priority(priority(word)));
            text(json, "delay").ifPresent(time -> job.delay(DurationConverter.parse(time)));
            text(json, "at").ifPresent(time -> job.dueAt(new InstantConverter().convert(time)));
        } catch (TypeConversionException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
        text(json, "key").ifPresent(name -> job.idempotencyKey(options.key(name)));
        text(json, "orderingKey").ifPresent(job::orderingKey);
        text(json, "concurrencyKey").ifPresent(job::concurrencyKey);
        text(json, "unique").ifPresent(name -> job.uniqueWhile(name, UniqueWhile.PENDING_OR_RUNNING));
        text(json, "uniquePending").ifPresent(name -> job.uniqueWhile(name, UniqueWhile.PENDING));
        attempts(json, job);
        headers(json, job);
        return job.build();
    }

    private static JsonNode parse(String line) {
        try {
            JsonNode json = Output.mapper().readTree(line);
            if (!json.isObject()) {
                throw new ConfigurationException("a job is a JSON object, such as {\"payload\": {\"to\": 7}}");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new ConfigurationException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Text goes as it is, everything else as JSON. */
    private static byte[] payload(JsonNode json) {
        JsonNode payload = json.get("payload");
        JsonNode coded = json.get("payloadBase64");
        if ((payload == null) == (coded == null)) {
            throw new ConfigurationException("a job has either \"payload\" or \"payloadBase64\"");
        }
        if (payload != null) {
            String text = payload.isTextual() ? payload.textValue() : payload.toString();
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(coded.asText());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("\"payloadBase64\" is not Base64: " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(JsonNode json, String field) {
        JsonNode value = json.get(field);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw new ConfigurationException("\"" + field + "\" is text, not " + value);
        }
        return Optional.of(value.textValue());
    }

    private static Priority priority(String word) {
        try {
            return Priority.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("a priority is urgent, high, normal or low, not '" + word + "'", e);
        }
    }

    private static void attempts(JsonNode json, NewJob.Builder job) {
        JsonNode value = json.get("maxAttempts");
        if (value != null) {
            if (!value.canConvertToInt() || !value.isIntegralNumber()) {
                throw new ConfigurationException("\"maxAttempts\" is a number, not " + value);
            }
            job.maxAttempts(value.intValue());
        }
    }

    private static void headers(JsonNode json, NewJob.Builder job) {
        JsonNode headers = json.get("headers");
        if (headers == null) {
            return;
        }
        if (!headers.isObject()) {
            throw new ConfigurationException("\"headers\" is an object of names and texts, not " + headers);
        }
        headers.properties()
                .forEach(header -> job.header(
                        header.getKey(),
                        text(headers, header.getKey())
                                .orElseThrow(() -> new ConfigurationException(
                                        "the header \"" + header.getKey() + "\" has no value"))));
    }
}
