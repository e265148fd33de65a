package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.Window;
import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans as YAML, without any server. */
final class PlanFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private PlanDraft read(String text) {
        try {
            PlanDraft draft = new PlanDraft();
            PlanFile.read(Files.writeString(folder.resolve("plan.yaml"), text), draft);
            return draft;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void readsEveryKey() {
        PlanDraft draft = read("""
                name: overdue orders
                table: shop.orders
                key: [id]
                where: status = 'PENDING' AND modified_at < :cutoff
                set: status = 'OVERDUE', n = n + :step
                params:
                  cutoff: 2026-01-01
                  step: 010
                shards: 16
                chunk: {rows: 200, time: 5ms}
                rate: 3x
                guards:
                  - statement: UPDATE orders SET status = ? WHERE id = ?
                    p99: 1.1x
                  - {deadlocks: 1}
                  - {query: 'SELECT COUNT(*) FROM waiting', limit: 20}
                window: 22:00-05:30 Europe/Berlin
                at-window-end: stop
                give-up-held: 10m
                recent-writes: 5s
                """);
        BatchPlan plan = draft.build();
        assertThat(draft.key()).containsExactly("id");
        assertThat(plan.name()).isEqualTo("overdue orders");
        assertThat(plan.table()).hasToString("shop.orders");
        assertThat(plan.where()).isEqualTo("status = 'PENDING' AND modified_at < :cutoff");
        assertThat(plan.action()).isEqualTo(new Action.Set("status = 'OVERDUE', n = n + :step"));
        assertThat(plan.parameters())
                .isEqualTo(Map.of("cutoff", "2026-01-01", "step", "010")); // as written, not the number 8
        assertThat(plan.shards()).isEqualTo(ShardRule.ranges(16));
        assertThat(plan.chunk()).isEqualTo(new ChunkBounds(200, Duration.ofMillis(5)));
        assertThat(plan.rate()).hasToString("3x");
        assertThat(plan.guards())
                .containsExactly(
                        GuardRule.statement("UPDATE orders SET status = ? WHERE id = ?", "1.1x"),
                        new GuardRule(GuardRule.Kind.DEADLOCKS, "", dev.rowlock.pacing.Limit.parse("1")),
                        new GuardRule(
                                GuardRule.Kind.QUERY,
                                "SELECT COUNT(*) FROM waiting",
                                dev.rowlock.pacing.Limit.parse("20")));
        assertThat(plan.window()).contains(Window.parse("22:00-05:30 Europe/Berlin", Window.AtEnd.STOP));
        assertThat(plan.held().giveUp()).contains(Duration.ofMinutes(10));
        assertThat(plan.recentWrites()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void readsTheOtherActions() {
        assertThat(read("table: t\nwhere: TRUE\ndelete: true").build().action()).isEqualTo(new Action.Delete());
        assertThat(read("table: t\nwhere: n > 1\narchive: old.t").build().action())
                .isEqualTo(new Action.Archive(dev.rowlock.mysql.TableName.parse("old.t")));
        PlanDraft handler = read("table: t\nwhere: n > 1\nhandler: {exec: ./send.sh, columns: [a, b]}\nshards: mod:4");
        assertThat(handler.build().action()).isEqualTo(new Action.Handle(java.util.List.of("a", "b")));
        assertThat(handler.build().shards()).isEqualTo(ShardRule.modulo(4));
        assertThat(handler.program()).contains("./send.sh");
        assertThat(read("table: t\nwhere: n > 1\nset: n = 1\nguards: none")
                        .build()
                        .guards())
                .containsExactly(GuardRule.none());
    }

    /** The file's text, with | for the end of a line; what the message says. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "table: t|wehre: n > 1; plan.yaml:2: ; a plan has no key wehre",
                "table: t|chunk: {row: 1}; plan.yaml:2: ; chunk has no key row",
                "table: t|table: u; plan.yaml:2: ; table is there twice",
                "table: t|where: [a, b]; plan.yaml:2: ; where must be one value",
                "table: t|where:; plan.yaml:2: ; where has no value",
                "table: t|rate: fast; plan.yaml:2: ; cannot read the rate fast",
                "table: t||window: late; plan.yaml:3: ; cannot read the window late",
                "table: t|at-window-end: explode; plan.yaml:2: ; write wait, stop or finish",
                "table: t|guards:|  - {deadlocks: many}; plan.yaml:3: ; cannot read the limit many",
                "table: t|guards:|  - {latency: x, p99: 5ms}; plan.yaml:3: ; there is no guard named latency",
                "table: t|guards:|  - {statement: UPDATE t}; plan.yaml:3: ; lacks its line",
                "table: t|guards:|  - {deadlocks: 1, history: 2}; plan.yaml; one signal",
                "table: t|guards: {deadlocks: 1}; plan.yaml:2: ; guards must be a list",
                "table: t|chunk: {rows: 20000}; plan.yaml:2: ; a chunk of 20000 rows",
                "table: t|shards: many; plan.yaml:2: ; many",
                "table: t|delete: maybe; plan.yaml:2: ; delete: true",
                "table: t|give-up-held: soon; plan.yaml:2: ; soon",
                "- table: t; plan.yaml:1: ; a plan must be keys and values",
                "table: 't; plan.yaml; this is not YAML",
                "''; plan.yaml; is empty"
            })
    void tellsWhatIsWrongAndInWhichLine(String text, String where, String message) {
        assertThatThrownBy(() -> read(text.replace('|', '\n')).build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(where, message);
    }

    @Test
    void aPlanDoesOneThingToTheRowsOfOneTable() {
        assertThatThrownBy(() -> read("table: t\nwhere: n > 1").build()).hasMessageContaining("--set, --delete");
        assertThatThrownBy(() ->
                        read("table: t\nwhere: n > 1\nset: n = 1\ndelete: true").build())
                .hasMessageContaining("one thing, not set and delete");
        assertThatThrownBy(() -> read("where: n > 1\nset: n = 1").build()).hasMessageContaining("has no table");
        assertThatThrownBy(() -> read("table: t\nset: n = 1").build()).hasMessageContaining("has no where");
        assertThatThrownBy(() -> PlanFile.read(folder.resolve("none.yaml"), new PlanDraft()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no plan file");
    }
}
