package dev.rowlock.queue.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.Queues;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The Java that the pages about the queue show compiles, as it stands there, with the names around it that a reader would expect. */
final class ShownCodeTest {
    private static final Path ROOT = Path.of(System.getProperty("rowlock.test.root", ".."));

    private static final List<String> PAGES =
            List.of("queue.md", "queue-handlers.md", "queue-schedules.md", "queue-wakeup.md");

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** What needs Spring or module wakeup. */
    private static final List<String> OF_OTHERS = List.of("TransactionSynchronization", "BinaryLogWakeUps");

    /** What a reader has around it. */
    private static final String AROUND = """
            package shown;

            import static java.time.Duration.*;

            import dev.rowlock.queue.*;
            import dev.rowlock.queue.schedule.*;
            import java.sql.*;
            import java.time.*;
            import java.util.Optional;
            import javax.sql.DataSource;
            import org.slf4j.Logger;

            abstract class Shown {
                record Order(long id) {}
                record Invoice(long id) {}
                static class NoSuchCustomer extends RuntimeException {}

                DataSource dataSource;
                Queues queues;
                dev.rowlock.queue.Queue mails;
                JobKind<String> mail, report, export;
                PayloadCodec<Order> orders;
                PayloadCodec<Invoice> invoices;
                Worker.Builder worker;
                Connection connection;
                Statement statement;
                JobId id;
                Instant yesterday, noon;
                Logger log;
                int pages, rows;

                abstract void send(String payload) throws Exception;

                abstract Invoice bill(Order order);

                abstract void cancel(Statement statement);
            """;

    @Test
    void compiles(@TempDir Path folder) throws IOException {
        List<String> methods = new ArrayList<>();
        int others = 0;
        for (String page : PAGES) {
            Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve("docs").resolve(page)));
            while (block.find()) {
                String code = block.group(1);
                if (OF_OTHERS.stream().anyMatch(code::contains)) {
                    others++;
                } else {
                    methods.add("// " + page + "\nvoid shown" + methods.size() + "() throws Exception {\n" + whole(code)
                            + "}\n");
                }
            }
        }
        assertThat(others).as("blocks of others").isEqualTo(2);
        assertThat(methods).hasSizeGreaterThan(12);
        Path source = folder.resolve("Shown.java");
        Files.writeString(source, AROUND + String.join("\n", methods) + "}\n");
        assertThat(compile(source, folder)).isEmpty();
    }

    /** Three dots stand for more of the same: at the end of a handler for its answer. */
    private static String whole(String code) {
        return code.lines()
                .map(line -> line.equals("...")
                        ? ""
                        : line.strip().equals("...") ? line.replace("...", "return JobOutcome.done();") : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** What the compiler says; nothing when it is content. */
    private static String compile(Path source, Path folder) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        out,
                        out,
                        "-proc:none",
                        "-nowarn",
                        "-d",
                        folder.toString(),
                        "-classpath",
                        classPath(Queues.class, Transactions.class, Logger.class, Nullable.class),
                        source.toString());
        out.flush();
        return code == 0 ? "" : said.toString();
    }

    private static String classPath(Class<?>... types) {
        return Stream.of(types)
                .map(ShownCodeTest::home)
                .distinct()
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    private static String home(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
