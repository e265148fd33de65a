package dev.rowlock.diagnose.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.diagnose.fixture.Provocation;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;

/** Accounts that may not see everything, and tables that are not there. */
final class WhyRightsTest {
    private static final Duration WINDOW = Duration.ofSeconds(1);

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void saysWhichRightsAreMissing(TestDatabase database) throws Exception {
        Provocation.createOrders(database);
        try (LimitedAccount account = new LimitedAccount(database)) {
            database.execute("GRANT SELECT ON " + database.schema() + ".* TO " + account.name());
            Why why = Why.of(account.dataSource());
            WhyQuestion question = WhyQuestion.of(TableName.of("orders"), WINDOW);
            assertThatThrownBy(() -> why.ask(question))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("GRANT PROCESS ON *.* TO " + account.name());
            database.execute("GRANT PROCESS ON *.* TO " + account.name());
            WhyReport report = why.ask(question);
            assertThat(report.finding()).isEmpty();
            if (!database.isMariaDb()) {
                assertThat(report.steps())
                        .filteredOn(step -> step.verdict() == StepResult.Verdict.UNKNOWN)
                        .extracting(StepResult::step)
                        .contains(Step.DEADLOCKS, Step.LOCK_WAITS, Step.STATEMENTS);
                assertThat(report.notes())
                        .contains("lock waits: not seen without a right: GRANT SELECT ON performance_schema.* TO "
                                + account.name());
            }
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysThatThereIsNoSuchTable(TestDatabase database) {
        assertThatThrownBy(() -> Why.of(database.dataSource()).ask(WhyQuestion.of(TableName.of("nothing"), WINDOW)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no table nothing");
        assertThatThrownBy(() -> WhyQuestion.of(TableName.of("orders"), Duration.ZERO))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("30 s");
    }
}
