package dev.rowlock.cli.batch;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.HeldRule;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.Window;
import dev.rowlock.cli.DurationConverter;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/** A plan under way, from a file first and from options after it: what comes later counts. Not thread-safe. */
final class PlanDraft {
    private @Nullable String name;
    private @Nullable String table;
    private @Nullable String where;
    private @Nullable Action action;
    private @Nullable String program;
    private List<String> key = List.of();
    private List<String> columns = List.of();
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final List<GuardRule> guards = new ArrayList<>();
    private @Nullable ShardRule shards;
    private ChunkBounds chunk = ChunkBounds.usual();
    private RateSetting rate = RateSetting.auto();
    private @Nullable String window;
    private Window.@Nullable AtEnd atWindowEnd;
    private @Nullable HeldRule held;
    private Duration recentWrites = Duration.ZERO;
    private final List<String> actions = new ArrayList<>();

    void name(String text) {
        name = text;
    }

    void table(String text) {
        table = text;
    }

    void key(List<String> names) {
        key = names;
    }

    void where(String text) {
        where = text;
    }

    void set(String assignments) {
        act("set", new Action.Set(assignments));
    }

    void delete() {
        act("delete", new Action.Delete());
    }

    void archive(String to) {
        act("archive", new Action.Archive(TableName.parse(to)));
    }

    /** Each row goes to a program. */
    void exec(String command) {
        program = command;
        act("handler", new Action.Handle(columns));
    }

    void columns(List<String> names) {
        columns = names;
        act("handler", new Action.Handle(columns));
    }

    private void act(String what, Action next) {
        if (!actions.contains(what)) {
            actions.add(what);
        }
        action = next;
    }

    /** The options may name another action than the file. */
    void forgetAction() {
        actions.clear();
        action = null;
        program = null;
    }

    void parameter(String parameter, String value) {
        parameters.put(parameter, value);
    }

    /** {@code 8} ranges, or {@code mod:8} remainders. */
    void shards(String text) {
        boolean modulo = text.strip().toLowerCase(Locale.ROOT).startsWith("mod:");
        int number = whole("shards", modulo ? text.strip().substring("mod:".length()) : text);
        shards = modulo ? ShardRule.modulo(number) : ShardRule.ranges(number);
    }

    void chunkRows(String text) {
        chunk = chunk.withRows(whole("rows of a chunk", text));
    }

    void chunkTime(String text) {
        chunk = chunk.withTarget(time(text));
    }

    void rate(String text) {
        rate = RateSetting.parse(text);
    }

    void guard(GuardRule guard) {
        if (guard.kind() == GuardRule.Kind.TIMER) {
            throw new ConfigurationException("the guard timer " + guard.subject()
                    + " is of an application that runs the batch itself (Batches.timers), and this command has no timers: read the"
                    + " application's page instead, such as 'http:http://host/metrics NAME < 20ms'");
        }
        guards.add(guard);
    }

    /** {@code KIND[:SUBJECT] < LIMIT}, or {@code none}. */
    void guard(String text) {
        if (text.strip().equalsIgnoreCase("none")) {
            guard(GuardRule.none());
            return;
        }
        int line = text.lastIndexOf('<');
        if (line < 0) {
            throw new ConfigurationException(
                    "cannot read the guard " + text
                            + ": write a signal and its line, such as 'statement:UPDATE orders SET ... < 1.1x' or 'deadlocks < 1'");
        }
        String signal = text.substring(0, line).strip();
        int colon = signal.indexOf(':');
        guard(new GuardRule(
                GuardRule.Kind.parse(colon < 0 ? signal : signal.substring(0, colon)),
                colon < 0 ? "" : signal.substring(colon + 1),
                Limit.parse(text.substring(line + 1))));
    }

    void window(String text) {
        Window.parse(text, Window.AtEnd.WAIT);
        window = text;
    }

    void atWindowEnd(String text) {
        atWindowEnd = Arrays.stream(Window.AtEnd.values())
                .filter(each -> each.name().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "cannot read what to do at the window's end, " + text + ": write wait, stop or finish"));
    }

    void giveUpHeld(String text) {
        held = HeldRule.giveUpAfter(time(text));
    }

    void recentWrites(String text) {
        recentWrites = time(text);
    }

    private static int whole(String what, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new ConfigurationException("cannot read the number of " + what + ": " + text, e);
        }
    }

    private static Duration time(String text) {
        try {
            return DurationConverter.parse(text);
        } catch (TypeConversionException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    /** What the user thinks the primary key is; empty when not said. */
    List<String> key() {
        return key;
    }

    /** The program that gets the rows. */
    Optional<String> program() {
        return Optional.ofNullable(program);
    }

    BatchPlan build() {
        if (actions.size() > 1) {
            throw new ConfigurationException("a plan does one thing, not " + String.join(" and ", actions));
        }
        if (action == null) {
            throw new ConfigurationException(
                    "the plan does not say what to do with the rows: --set, --delete, --archive-to or --exec; in a file set, delete,"
                            + " archive or handler");
        }
        if (atWindowEnd != null && window == null) {
            throw new ConfigurationException("there is no window whose end could come: give --window, too");
        }
        BatchPlan.Builder plan = BatchPlan.builder(
                        TableName.parse(need(table, "table")),
                        need(where, "where"),
                        action instanceof Action.Handle ? new Action.Handle(columns) : action)
                .parameters(parameters)
                .chunk(chunk)
                .rate(rate)
                .recentWrites(recentWrites);
        guards.forEach(plan::guard);
        if (name != null) {
            plan.name(name);
        }
        if (shards != null) {
            plan.shards(shards);
        }
        if (window != null) {
            plan.window(Window.parse(window, atWindowEnd == null ? Window.AtEnd.WAIT : atWindowEnd));
        }
        if (held != null) {
            plan.held(held);
        }
        return plan.build();
    }

    private static String need(@Nullable String text, String what) {
        if (text == null) {
            throw new ConfigurationException(
                    "the plan has no " + what + ": give --" + what + ", or --plan FILE with " + what + ":");
        }
        return text;
    }
}
