package dev.rowlock.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** {@code rowlock table check}. */
@EachServer
final class CheckCommandTest {
    @Test
    void saysWhatItFoundAndWhatIsLost(TestDatabase database) {
        Queues.jobs(database, 3);
        String before = Queues.contents(database);
        JsonNode json = CommandRun.table(database, "check", "jobs", "--json")
                .endedWith(0)
                .json();
        assertThat(json.get("table").asText()).isEqualTo(database.schema() + ".jobs");
        assertThat(json.get("blocked").asBoolean()).isFalse();
        assertThat(json.get("key").get(0).asText()).isEqualTo("id");
        assertThat(json.get("columns").get("lease_until").asText()).isEqualTo("lease_until datetime(6)");
        assertThat(json.get("index").asText()).isEqualTo("claim");
        assertThat(json.get("skipLocked").asText()).startsWith("skips");
        assertThat(json.get("lost").toString()).contains("no token column", "ADD COLUMN `token`");

        String text = CommandRun.table(database, "check", "jobs").endedWith(0).out();
        assertThat(text).contains("The table can be worked.", "no token column", "ADD COLUMN `token`");
        assertThat(Queues.contents(database)).isEqualTo(before);
    }

    @Test
    void endsWithOneWhenSomethingBlocks(TestDatabase database) {
        database.execute("CREATE TABLE slow (id INT PRIMARY KEY, status VARCHAR(20) NOT NULL) ENGINE = InnoDB");
        String text = CommandRun.table(database, "check", "slow").endedWith(1).out();
        assertThat(text).contains("BLOCKS", "CREATE INDEX", "The table cannot be worked like this.");
    }
}
