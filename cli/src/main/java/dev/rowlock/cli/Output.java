package dev.rowlock.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;

/** Where a command's answer goes: text for people on one hand, one JSON value a line on the other. Thread-safe. */
public final class Output {
    private static final ObjectMapper MAPPER = new ObjectMapper().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);

    private final Format format;
    private final PrintWriter out;
    private final PrintWriter error;

    public Output(Format format, PrintWriter out, PrintWriter error) {
        this.format = format;
        this.out = out;
        this.error = error;
    }

    /** Reads and writes JSON. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    public boolean isJson() {
        return format == Format.JSON;
    }

    /** The answer: one of the two is printed. */
    public void answer(Object json, String text) {
        if (isJson()) {
            json(json);
        } else {
            line(text);
        }
    }

    /** One JSON value on a line. */
    public synchronized void json(Object value) {
        line(text(value));
    }

    public synchronized void line(String text) {
        out.println(text);
        out.flush();
    }

    /** A line beside the answer, for people who watch. */
    public synchronized void note(String text) {
        error.println(text);
        error.flush();
    }

    /** Text without a line's end, for a line that is written over again and again. */
    public synchronized void raw(String text) {
        error.print(text);
        error.flush();
    }

    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
        }
    }
}
