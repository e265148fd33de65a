package dev.rowlock.cli.batch;

import dev.rowlock.batch.GuardRule;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.pacing.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads a plan from YAML. Pure but for the reading. */
final class PlanFile {
    private static final Set<String> KEYS = new TreeSet<>(List.of(
            "name",
            "table",
            "key",
            "where",
            "set",
            "delete",
            "archive",
            "handler",
            "params",
            "shards",
            "chunk",
            "rate",
            "guards",
            "window",
            "at-window-end",
            "give-up-held",
            "recent-writes"));

    private PlanFile() {}

    /** What a file says; what it does not say is left as it is. */
    static void read(Path path, PlanDraft draft) {
        String name = path.toString();
        YamlMap plan = YamlMap.of(name, YamlNode.read(name, text(path))).only(KEYS);
        plan.text("name").ifPresent(draft::name);
        plan.text("table").ifPresent(draft::table);
        if (plan.has("key")) {
            draft.key(plan.texts("key"));
        }
        plan.text("where").ifPresent(draft::where);
        action(plan, draft);
        if (plan.has("params")) {
            plan.map("params").scalars().forEach(draft::parameter);
        }
        each(plan, "shards", draft::shards);
        if (plan.has("chunk")) {
            YamlMap chunk = plan.map("chunk").only(Set.of("rows", "time"));
            each(chunk, "rows", draft::chunkRows);
            each(chunk, "time", draft::chunkTime);
        }
        each(plan, "rate", draft::rate);
        if (plan.isText("guards")) {
            each(plan, "guards", draft::guard);
        } else {
            plan.maps("guards").forEach(guard -> draft.guard(guard(guard)));
        }
        each(plan, "window", draft::window);
        each(plan, "at-window-end", draft::atWindowEnd);
        each(plan, "give-up-held", draft::giveUpHeld);
        each(plan, "recent-writes", draft::recentWrites);
    }

    private static void action(YamlMap plan, PlanDraft draft) {
        plan.text("set").ifPresent(draft::set);
        plan.text("delete").ifPresent(text -> {
            if (!text.equalsIgnoreCase("true")) {
                throw plan.wrong("delete", "write delete: true, or leave it out");
            }
            draft.delete();
        });
        plan.text("archive").ifPresent(draft::archive);
        if (plan.isMap("handler")) {
            YamlMap handler = plan.map("handler").only(Set.of("exec", "columns"));
            handler.text("exec").ifPresent(draft::exec);
            draft.columns(handler.texts("columns"));
        } else {
            plan.text("handler").ifPresent(draft::exec);
        }
    }

    /** {@code {statement: SQL, p99: 5ms}}; a kind that needs nothing to read may have its limit at once: {@code {deadlocks: 1}}. */
    private static GuardRule guard(YamlMap guard) {
        List<String> kinds = guard.keys().stream()
                .filter(key -> !key.equals("p99") && !key.equals("limit"))
                .toList();
        if (kinds.size() != 1) {
            throw guard.wrong(
                    kinds.isEmpty() ? "p99" : kinds.get(1),
                    "a guard is one signal and its line, such as {statement: 'UPDATE ...', p99: 1.1x}");
        }
        String kind = kinds.get(0);
        return located(guard, kind, () -> {
            GuardRule.Kind found = GuardRule.Kind.parse(kind);
            String limitKey = guard.has("p99") ? "p99" : "limit";
            if (guard.has(limitKey)) {
                String subject = guard.isNull(kind) ? "" : guard.need(kind);
                return new GuardRule(found, subject, Limit.parse(guard.need(limitKey)));
            }
            if (found == GuardRule.Kind.STATEMENT) {
                throw new ConfigurationException("the guard of a statement lacks its line, such as p99: 1.1x");
            }
            return new GuardRule(found, "", Limit.parse(guard.need(kind)));
        });
    }

    private static void each(YamlMap map, String key, Consumer<String> taker) {
        map.text(key)
                .ifPresent(text -> located(map, key, () -> {
                    taker.accept(text);
                    return text;
                }));
    }

    private static <T> T located(YamlMap map, String key, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (RowlockException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith(map.file() + ":") ? e : map.wrong(key, message);
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (NoSuchFileException e) {
            throw new ConfigurationException("there is no plan file " + path, e);
        } catch (IOException e) {
            throw new ConfigurationException("the plan file " + path + " cannot be read: " + e.getMessage(), e);
        }
    }
}
