package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.internal.sql.SchemaStatements;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the version of our own tables stands for. */
final class OwnShapeTest {
    /** Who has to change this text has changed a table, and raises the version in SchemaStatements and here. */
    private static final String VERSION_2 = """
            rowlock_batch_run: id name target key_shape plan state reason rate_setting rate rate_reason baseline chunk_micros online_p99_nanos baseline_p99_nanos online_deadlocks batch_deadlocks estimate created_at ended_at status lease_until attempts token owner
            rowlock_batch_shard: run_id shard_no key_after key_up_to phase key_cursor chunk ledger scanned matched changed changed_by_others failed scan_ended_at updated_at status lease_until attempts token owner last_error
            rowlock_batch_held: run_id shard_no seq row_key reason tries due_at last_error
            rowlock_batch_worker: run_id worker rows_done rate_used rate_wanted connections seen_at allotted allotted_at
            rowlock_batch_event: run_id id at kind reason rate
            rowlock_batch_sample: run_id at rate used readings
            rowlock_batch_knee: target curve updated_at
            rowlock_batch_canary: id beats
            """;

    @Test
    void aColumnMoreOrLessIsAnotherVersion() {
        assertThat(OwnShape.version()).isEqualTo(2);
        assertThat(OwnShape.all().stream()
                        .map(shape -> shape.name() + ": "
                                + String.join(" ", shape.columns().keySet()) + "\n")
                        .collect(Collectors.joining()))
                .isEqualTo(VERSION_2);
    }

    @Test
    void everyTableHasTheVersionInItsComment() {
        assertThat(SchemaStatements.ALL)
                .hasSize(8)
                .allSatisfy(ddl -> assertThat(ddl).contains("COMMENT='rowlock batch " + OwnShape.version() + "'"));
    }

    @Test
    void aColumnCanBeAddedToRowsThatAreThereIfItHasADefaultOrMayBeNull() {
        OwnShape runs = OwnShape.all().get(0);
        assertThat(runs.columns().keySet().stream().filter(column -> !runs.canBeAdded(column)))
                .containsExactly(
                        "id", "name", "target", "key_shape", "plan", "state", "rate_setting", "rate", "created_at");
        assertThat(runs.mending("t", java.util.List.of("chunk_micros", "online_deadlocks")))
                .isEqualTo("ALTER TABLE t ADD COLUMN chunk_micros BIGINT NULL,"
                        + " ADD COLUMN online_deadlocks BIGINT NOT NULL DEFAULT 0, COMMENT='rowlock batch 2'");
    }
}
