package dev.rowlock.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The row locks one connection holds or waits for at one moment.
 *
 * <p>MySQL lists each lock. MariaDB tells the number only: {@link #entries()} is empty there.
 *
 * @param count locks on records of any index
 * @param entries each of them, where the server lists them
 */
public record RowLocks(long count, Optional<List<RowLock>> entries) {
    public RowLocks {
        entries = entries.map(List::copyOf);
    }

    /** How many there are in each index; empty where the server does not list them. */
    public Map<String, Long> perIndex() {
        return entries.orElse(List.of()).stream()
                .collect(Collectors.groupingBy(RowLock::index, TreeMap::new, Collectors.counting()));
    }

    /** How many there are in each mode; empty where the server does not list them. */
    public Map<String, Long> perMode() {
        return entries.orElse(List.of()).stream()
                .collect(Collectors.groupingBy(RowLock::mode, TreeMap::new, Collectors.counting()));
    }
}
