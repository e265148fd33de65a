package dev.rowlock.queue.internal.schema;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The numbered files, in order. They are never edited after a release. Two rules keep them harmless, whoever applies them and however often: every
 * statement may be run again, and the last one of each file notes its number in {@code rowlock_schema}. Immutable.
 */
public record Migrations(List<Migration> all) {
    private static final List<String> FILES = List.of("V1__queue.sql");

    public Migrations {
        all = List.copyOf(all);
    }

    /** Those in the jar. */
    public static Migrations ours() {
        return new Migrations(FILES.stream().map(Migration::read).toList());
    }

    /** All of them as plain SQL. */
    public String script() {
        return all.stream()
                .map(migration -> "-- " + migration.title() + "\n" + migration.text())
                .collect(Collectors.joining("\n"));
    }

    List<String> pending(int version) {
        return all.stream()
                .filter(migration -> migration.version() > version)
                .map(Migration::title)
                .toList();
    }

    int newest() {
        return all.get(all.size() - 1).version();
    }

    Optional<Migration> named(String file) {
        return all.stream().filter(migration -> migration.file().equals(file)).findFirst();
    }
}
