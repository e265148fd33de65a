package dev.rowlock.batch.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every statement this module sends stands in its package {@code internal.sql}, where its locks are written beside it. */
final class SqlInOnePlaceTest {
    /** A string or text block that begins like a statement or a clause of one; comments have no quotes before such words. */
    private static final Pattern SQL = Pattern.compile(
            "\"\\s*(?:SELECT|INSERT (?:IGNORE )?INTO|UPDATE|DELETE|REPLACE INTO|EXPLAIN|SHOW|SET TRANSACTION"
                    + "|KILL|FROM|WHERE|ORDER BY|FOR UPDATE|FORCE INDEX)\\s+[^\"\\s]");

    @Test
    void noOtherPackageHoldsSql() throws IOException {
        assertThat(found(false)).isEmpty();
    }

    /** The search finds what is there to be found. */
    @Test
    void thePackageHoldsSql() throws IOException {
        assertThat(found(true)).hasSizeGreaterThan(20);
    }

    private static List<String> found(boolean inPackage) throws IOException {
        Path root = Path.of(System.getProperty("rowlock.test.root", ".."), "batch", "src", "main", "java");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().replace('\\', '/').contains("/internal/sql/") == inPackage)
                    .flatMap(file ->
                            SQL.matcher(text(file)).results().map(hit -> file.getFileName() + ": " + hit.group()))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
