package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.LockFlag;
import dev.rowlock.diagnose.Stamp;
import dev.rowlock.diagnose.Transaction;
import dev.rowlock.diagnose.WaitsFor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deadlocks as JSON; its fields are described in {@code docs/deadlocks.md}. */
final class DeadlockJson {
    private DeadlockJson() {}

    static List<Map<String, @Nullable Object>> of(List<Deadlock> deadlocks) {
        List<Map<String, @Nullable Object>> json = new ArrayList<>();
        deadlocks.forEach(deadlock -> json.add(of(deadlock)));
        return json;
    }

    static Map<String, @Nullable Object> of(Deadlock deadlock) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        Stamp at = deadlock.at();
        json.put("at", at == null ? null : at.text());
        json.put("victim", deadlock.victim());
        json.put("rolledBack", deadlock.rolledBack());
        json.put(
                "transactions",
                deadlock.transactions().stream().map(DeadlockJson::transaction).toList());
        json.put("cycle", deadlock.cycle().stream().map(DeadlockJson::step).toList());
        json.put("lockOrder", deadlock.lockOrder());
        json.put("advice", deadlock.advice());
        json.put("notes", deadlock.notes());
        return json;
    }

    private static Map<String, @Nullable Object> transaction(Transaction transaction) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("number", transaction.number());
        json.put("id", transaction.id());
        json.put("threadId", transaction.threadId());
        json.put("account", transaction.account());
        json.put("sql", transaction.sql());
        json.put("side", transaction.side().label());
        json.put("holds", transaction.holds().stream().map(DeadlockJson::lock).toList());
        json.put("waits", transaction.waits().stream().map(DeadlockJson::lock).toList());
        return json;
    }

    private static Map<String, @Nullable Object> lock(Lock lock) {
        List<String> flags = new ArrayList<>();
        for (LockFlag flag : lock.flags()) {
            flags.add(flag.label());
        }
        if (lock.partition() != null) {
            flags.add("partition " + lock.partition());
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("table", lock.table());
        json.put("index", lock.index());
        json.put("mode", lock.mode());
        json.put("flags", flags);
        return json;
    }

    private static Map<String, @Nullable Object> step(WaitsFor step) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("waiter", step.waiter());
        json.put("holder", step.holder());
        json.put("holderId", step.holderId());
        json.put("table", step.lock().table());
        json.put("index", step.lock().index());
        json.put("text", step.text());
        return json;
    }
}
