package dev.rowlock.queue.internal.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One numbered file. Immutable.
 *
 * @param file its name as Flyway wants it, for example {@code V1__queue.sql}
 */
record Migration(String file, int version, String description, String text) {
    private static final String FOLDER = "/dev/rowlock/queue/schema/";
    private static final Pattern NAME = Pattern.compile("V(\\d+)__(\\w+)\\.sql");

    static Migration of(String file, String text) {
        Matcher name = NAME.matcher(file);
        if (!name.matches()) {
            throw new IllegalArgumentException("not the name of a migration: " + file);
        }
        return new Migration(
                file, Integer.parseInt(name.group(1)), name.group(2).replace('_', ' '), text);
    }

    static Migration read(String file) {
        try (InputStream in = Migration.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException(FOLDER + file + " is missing from the jar");
            }
            return of(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String title() {
        return "V" + version + " " + description;
    }
}
