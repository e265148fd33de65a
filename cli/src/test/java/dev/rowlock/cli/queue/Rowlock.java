package dev.rowlock.cli.queue;

import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.testing.TestDatabase;
import java.util.Map;

/** Commands on the test's server. */
final class Rowlock {
    private Rowlock() {}

    static CommandRun run(TestDatabase database, String... arguments) {
        return reading("", database, arguments);
    }

    static CommandRun reading(String input, TestDatabase database, String... arguments) {
        return CommandRun.reading(input, Map.of("ROWLOCK_URL", database.url()), arguments);
    }

    /** A queue of mails with a job for each of these payloads; their ids. */
    static java.util.List<String> mails(TestDatabase database, String... payloads) {
        run(database, "migrate").endedWith(0);
        return reading(String.join("\n", payloads), database, "enqueue", "mails", "welcome", "--lines", "--new-queue")
                .endedWith(0)
                .out()
                .lines()
                .toList();
    }
}
