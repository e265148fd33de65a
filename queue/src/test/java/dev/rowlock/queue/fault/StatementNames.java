package dev.rowlock.queue.fault;

import dev.rowlock.queue.internal.sql.CycleStatements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements of the module as its classes hold them, so that none can be forgotten. Those of migrations are left out: a migration that fails is
 * run again, which its own tests do. Thread-safe.
 */
final class StatementNames {
    /** What a statement begins with; all else are pieces of statements. */
    private static final Pattern WHOLE =
            Pattern.compile("\\s*(SELECT|INSERT|UPDATE|DELETE|ALTER|SET|REPLACE)\\b.*", Pattern.DOTALL);

    private static final Pattern HOLE = Pattern.compile("\\{[a-z]+}");

    private record Named(String name, int length, Pattern pattern) {}

    private final List<Named> named;
    private final Map<String, Set<String>> known = new ConcurrentHashMap<>();

    private StatementNames(List<Named> named) {
        this.named = named;
    }

    static StatementNames read() {
        List<Named> found = classes()
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(field -> Modifier.isPublic(field.getModifiers()) && field.getType() == String.class)
                .filter(field -> WHOLE.matcher(text(field)).matches())
                .map(StatementNames::named)
                // The longest first: some begin with another.
                .sorted(Comparator.comparingInt(Named::length).reversed())
                .toList();
        return new StatementNames(found);
    }

    private static Stream<Class<?>> classes() {
        try {
            Path root = Path.of(CycleStatements.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolve(CycleStatements.class.getPackageName().replace('.', '/'));
            try (Stream<Path> files = Files.list(root)) {
                return files
                        .map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith("Statements.class") && !name.startsWith("Schema"))
                        .map(name -> CycleStatements.class.getPackageName() + "." + name.replace(".class", ""))
                        .toList()
                        .stream()
                        .map(StatementNames::load);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Field field) {
        try {
            return String.valueOf(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Named named(Field field) {
        String text = text(field);
        String quoted = Arrays.stream(HOLE.split(text, -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return new Named(
                field.getDeclaringClass().getSimpleName() + "." + field.getName(),
                text.length(),
                Pattern.compile(quoted + ".*", Pattern.DOTALL));
    }

    /** Which of them this is, several where two say the same; none for statements of somebody else. */
    Set<String> of(String sql) {
        return known.computeIfAbsent(sql, this::find);
    }

    private Set<String> find(String sql) {
        Set<String> found = new TreeSet<>();
        int length = 0;
        for (Named one : named) {
            if (one.length() >= length && one.pattern().matcher(sql).matches()) {
                length = one.length();
                found.add(one.name());
            }
        }
        return found;
    }

    /** A set of its own for each caller. */
    Set<String> all() {
        return named.stream().map(Named::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
