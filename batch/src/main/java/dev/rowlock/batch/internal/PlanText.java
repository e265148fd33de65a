package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.HeldRule;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.Window;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/** A plan as a run's row keeps it, for the processes that join: Java's properties, one setting a line. */
public final class PlanText {
    private PlanText() {}

    public static String write(BatchPlan plan) {
        Properties lines = new Properties();
        lines.setProperty("name", plan.name());
        plan.table().schema().ifPresent(schema -> lines.setProperty("table.schema", schema.name()));
        lines.setProperty("table.name", plan.table().table().name());
        lines.setProperty("where", plan.where());
        plan.action()
                .fold(
                        set -> put(lines, "set", set.assignments()),
                        delete -> put(lines, "delete", "true"),
                        archive -> {
                            archive.to().schema().ifPresent(schema -> put(lines, "archive.schema", schema.name()));
                            return put(
                                    lines, "archive.name", archive.to().table().name());
                        },
                        handle -> put(lines, "handle", String.join("\n", handle.columns())));
        plan.parameters().forEach((name, value) -> lines.setProperty("param." + name, value));
        lines.setProperty("shards.kind", plan.shards().kind().name());
        lines.setProperty("shards", Integer.toString(plan.shards().shards()));
        lines.setProperty("chunk.rows", Integer.toString(plan.chunk().rows()));
        lines.setProperty("chunk.target", plan.chunk().target().toString());
        lines.setProperty("rate", plan.rate().toString());
        for (int at = 0; at < plan.guards().size(); at++) {
            GuardRule guard = plan.guards().get(at);
            lines.setProperty("guard." + at + ".kind", guard.kind().name());
            lines.setProperty("guard." + at + ".subject", guard.subject());
            lines.setProperty("guard." + at + ".limit", guard.limit().toString());
        }
        plan.window().ifPresent(window -> {
            lines.setProperty("window", window.toString());
            lines.setProperty("window.end", window.atEnd().name());
        });
        plan.held().giveUp().ifPresent(time -> lines.setProperty("held.give-up", time.toString()));
        lines.setProperty("recent", plan.recentWrites().toString());
        StringWriter text = new StringWriter();
        try {
            lines.store(text, null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static Properties put(Properties lines, String name, String value) {
        lines.setProperty(name, value);
        return lines;
    }

    public static BatchPlan read(String text) {
        Properties lines = new Properties();
        try {
            lines.load(new StringReader(text));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        BatchPlan.Builder plan = BatchPlan.builder(table(lines, "table"), need(lines, "where"), action(lines))
                .name(need(lines, "name"))
                .shards(new ShardRule(
                        ShardRule.Kind.valueOf(need(lines, "shards.kind")), Integer.parseInt(need(lines, "shards"))))
                .chunk(new ChunkBounds(
                        Integer.parseInt(need(lines, "chunk.rows")), Duration.parse(need(lines, "chunk.target"))))
                .rate(RateSetting.parse(need(lines, "rate")))
                .recentWrites(Duration.parse(need(lines, "recent")));
        lines.stringPropertyNames().stream()
                .filter(name -> name.startsWith("param."))
                .sorted()
                .forEach(name -> plan.parameter(name.substring("param.".length()), lines.getProperty(name)));
        for (int at = 0; lines.containsKey("guard." + at + ".kind"); at++) {
            plan.guard(new GuardRule(
                    GuardRule.Kind.valueOf(need(lines, "guard." + at + ".kind")),
                    need(lines, "guard." + at + ".subject"),
                    Limit.parse(need(lines, "guard." + at + ".limit"))));
        }
        if (lines.containsKey("window")) {
            plan.window(Window.parse(need(lines, "window"), Window.AtEnd.valueOf(need(lines, "window.end"))));
        }
        if (lines.containsKey("held.give-up")) {
            plan.held(HeldRule.giveUpAfter(Duration.parse(need(lines, "held.give-up"))));
        }
        return plan.build();
    }

    private static Action action(Properties lines) {
        if (lines.containsKey("set")) {
            return new Action.Set(need(lines, "set"));
        }
        if (lines.containsKey("archive.name")) {
            return new Action.Archive(table(lines, "archive"));
        }
        if (lines.containsKey("handle")) {
            String columns = need(lines, "handle");
            return new Action.Handle(columns.isEmpty() ? List.of() : List.of(columns.split("\n")));
        }
        need(lines, "delete");
        return new Action.Delete();
    }

    private static TableName table(Properties lines, String what) {
        String schema = lines.getProperty(what + ".schema");
        return new TableName(
                schema == null ? null : new Identifier(schema), new Identifier(need(lines, what + ".name")));
    }

    private static String need(Properties lines, String name) {
        String value = lines.getProperty(name);
        if (value == null) {
            throw new ConfigurationException(
                    "the stored plan has no " + name + ": it is of another version of Rowlock");
        }
        return value;
    }
}
