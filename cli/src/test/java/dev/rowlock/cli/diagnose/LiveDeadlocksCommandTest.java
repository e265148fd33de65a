package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.Test;

@EachServer
final class LiveDeadlocksCommandTest {
    @Test
    void asksTheServer(TestDatabase database) {
        CommandRun run = CommandRun.run(Map.of("ROWLOCK_URL", database.url()), "deadlocks", "--json");
        assertThat(run.endedWith(0).json().isArray()).isTrue();
    }

    @Test
    void saysWhichRightIsMissing(TestDatabase database) {
        String user = "d" + database.schema().substring(database.schema().length() - 8);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pass-Word-1'",
                "GRANT SELECT ON " + database.schema() + ".* TO '" + user + "'@'%'");
        try {
            CommandRun run = CommandRun.run(
                    Map.of(
                            "ROWLOCK_URL",
                            withoutAccount(database.url()),
                            "ROWLOCK_USER",
                            user,
                            "ROWLOCK_PASSWORD",
                            "pass-Word-1"),
                    "deadlocks");
            assertThat(run.endedWith(2).error()).contains("GRANT PROCESS ON *.* TO '" + user + "'@'%'");
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    /** A user in the URL would be the one that one of the drivers takes. */
    private static String withoutAccount(String url) {
        return url.replaceAll("(?<=[?&])(user|password)=[^&]*&?", "");
    }
}
