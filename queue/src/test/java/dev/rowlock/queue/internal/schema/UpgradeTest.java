package dev.rowlock.queue.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.SchemaState;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** From one version to the next, whoever applied the first. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class UpgradeTest {
    private static final Migration NEXT = Migration.of("V90__a_later_one.sql", """
            CREATE TABLE IF NOT EXISTS rowlock_later (id INT PRIMARY KEY);
            INSERT IGNORE INTO rowlock_schema (version, description, applied_at) VALUES (90, 'a later one', UTC_TIMESTAMP(6));
            """);

    private static Migrations later() {
        List<Migration> all = new ArrayList<>(Migrations.ours().all());
        all.add(NEXT);
        return new Migrations(all);
    }

    private static Upgrade upgrade(TestDatabase database, Migrations migrations) {
        return new Upgrade(Transactions.of(database.dataSource()), migrations);
    }

    @Test
    void aNewerReleaseAppliesWhatIsNewAndAnOlderOneLeavesItAlone(TestDatabase database) {
        upgrade(database, Migrations.ours()).migrate();
        SchemaState state = upgrade(database, later()).migrate();
        assertThat(state.version()).isEqualTo(90);
        assertThat(state.applied()).containsExactly("V90 a later one");
        assertThat(upgrade(database, Migrations.ours()).migrate().applied()).isEmpty();
    }

    @Test
    void whatAPersonAppliedIsNotAppliedAgain(TestDatabase database) {
        for (String statement : Migrations.ours().script().split(";", -1)) {
            if (!statement.isBlank()) {
                database.execute(statement);
            }
        }
        assertThat(upgrade(database, later()).migrate().applied()).containsExactly("V90 a later one");
    }

    @Test
    void aMigrationThatWasEditedAfterwardsIsRefused(TestDatabase database) {
        upgrade(database, Migrations.ours()).migrate();
        List<Migration> edited = new ArrayList<>(later().all());
        Migration first = edited.get(0);
        edited.set(0, Migration.of(first.file(), first.text() + "SELECT 1;\n"));
        assertThatThrownBy(() -> upgrade(database, new Migrations(edited)).migrate())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void everyFileMayRunAgainAndNotesItself(TestDatabase database) {
        assertThat(Migrations.ours().all()).isNotEmpty().allSatisfy(migration -> {
            for (int round = 0; round < 2; round++) {
                for (String statement : migration.text().split(";", -1)) {
                    if (!statement.isBlank()) {
                        database.execute(statement);
                    }
                }
            }
            String last = migration.text().strip();
            assertThat(last.substring(last.lastIndexOf("\nINSERT")))
                    .matches(Pattern.compile(
                            "\\s*INSERT IGNORE INTO rowlock_schema .*VALUES \\(" + migration.version() + ", .*;",
                            Pattern.DOTALL));
        });
    }
}
