package dev.rowlock.cli.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One payload from where the command line says. Holds no state. */
final class PayloadSource {
    private PayloadSource() {}

    /** The file's bytes, or else the text as it is; {@code -} is standard input, and without either it is empty. */
    static byte[] read(@Nullable Path file, @Nullable String text) {
        try {
            if (file != null) {
                return Files.readAllBytes(file);
            }
            if (text == null) {
                return new byte[0];
            }
            return text.equals("-") ? System.in.readAllBytes() : text.getBytes(StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new ConfigurationException("the payload's file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new ConfigurationException("the payload cannot be read: " + e.getMessage(), e);
        }
    }
}
