package dev.rowlock.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every statement a module sends stands in its package {@code internal.sql}, where its locks are written beside it, and so do
 * statements that are shown to people. Batch has a rule of its own.
 */
final class SqlInOnePlaceTest {
    /** Begins like a statement that is sent at run time. DDL, GRANT and SET GLOBAL are not: those we show to people. */
    private static final Pattern STATEMENT = Pattern.compile(
            "\\s*(?:(?:SELECT|INSERT(?: IGNORE)? INTO|UPDATE|DELETE|REPLACE INTO"
                    + "|EXPLAIN|SHOW|SET TRANSACTION|KILL|START TRANSACTION|SAVEPOINT|LOCK TABLES?|TRUNCATE|CALL)\\s|(?:COMMIT|ROLLBACK)$)");

    /** Begins like a clause of one. */
    private static final Pattern CLAUSE =
            Pattern.compile("\\s*(?:FROM|WHERE|ORDER BY|GROUP BY|LIMIT|FOR UPDATE|FORCE INDEX|VALUES)\\b");

    /** They look for words in statements of others: a digest's text, a deadlock report's, a query event of the binary log. */
    private static final Set<String> READERS = Set.of("SeenStatement.java", "OrderAdvice.java", "LogReader.java");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql",
                "claim",
                "queue",
                "pacing",
                "diagnose",
                "binlog",
                "wakeup",
                "cli",
                "embedded",
                "testing",
                "benchmarks"
            })
    void noOtherPackageHoldsSql(String module) throws IOException {
        List<String> outside = sources(module)
                .filter(source -> !isStatementPackage(source))
                .filter(source -> !READERS.contains(source.getFileName().toString()))
                .flatMap(source -> JavaLiterals.of(source)
                        .filter(literal -> isSql(literal.text()))
                        .map(literal -> source.getFileName() + ":" + literal.line() + " " + literal.text()))
                .toList();
        assertThat(outside)
                .as("SQL outside of dev.rowlock.%s.internal.sql, where nobody looks for its locks", module)
                .isEmpty();
    }

    /** The search finds what is there to be found. */
    @ParameterizedTest
    @ValueSource(strings = {"mysql", "claim", "queue", "pacing", "diagnose", "binlog", "cli", "testing", "benchmarks"})
    void thePackageHoldsSql(String module) throws IOException {
        assertThat(sources(module)
                        .filter(SqlInOnePlaceTest::isStatementPackage)
                        .flatMap(JavaLiterals::of)
                        .filter(literal -> isSql(literal.text())))
                .hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void tellsSqlFromOtherText() {
        assertThat(List.of(
                        "SELECT 1",
                        "\n  UPDATE t SET v = 1",
                        "DELETE FROM t",
                        "INSERT INTO t",
                        "SET TRANSACTION ISOLATION LEVEL ",
                        " WHERE id = ?",
                        " FOR UPDATE SKIP LOCKED"))
                .allMatch(SqlInOnePlaceTest::isSql);
        assertThat(List.of("SELECT, UPDATE", "SELECTED", "update the row", "SET GLOBAL x", "CREATE INDEX i", ""))
                .noneMatch(SqlInOnePlaceTest::isSql);
    }

    private static boolean isSql(String text) {
        return STATEMENT.matcher(text).lookingAt() || CLAUSE.matcher(text).lookingAt();
    }

    private static boolean isStatementPackage(Path source) {
        return source.toString().replace('\\', '/').contains("/internal/sql/");
    }

    private static Stream<Path> sources(String module) throws IOException {
        Path root = Path.of(System.getProperty("rowlock.test.root", ".."), module, "src", "main", "java");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }
}
