package dev.rowlock.cli.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys and values of one place in a plan file. Whatever is wrong in it is told with its line. Immutable. */
final class YamlMap {
    private final String file;
    private final String what;
    private final int line;
    private final Map<String, YamlNode> entries;

    @SuppressWarnings("unchecked") // the reader makes no other map
    private YamlMap(String file, String what, YamlNode node) {
        this.file = file;
        this.what = what;
        this.line = node.line();
        if (!(node.value() instanceof Map<?, ?> map)) {
            throw wrong(node.line(), what + " must be keys and values, such as table: orders");
        }
        this.entries = (Map<String, YamlNode>) map;
    }

    static YamlMap of(String file, YamlNode node) {
        return new YamlMap(file, "a plan", node);
    }

    /** Refuses keys other than these: a slip of the pen must not go unnoticed. */
    YamlMap only(Set<String> known) {
        entries.forEach((key, node) -> {
            if (!known.contains(key)) {
                throw wrong(node.line(), what + " has no key " + key + "; it has " + String.join(", ", known));
            }
        });
        return this;
    }

    String file() {
        return file;
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    Set<String> keys() {
        return entries.keySet();
    }

    /** The text of a key that may be missing. */
    Optional<String> text(String key) {
        YamlNode node = entries.get(key);
        return node == null ? Optional.empty() : Optional.of(scalar(key, node));
    }

    boolean isNull(String key) {
        YamlNode node = entries.get(key);
        return node != null && node.value() == null;
    }

    String need(String key) {
        return text(key).orElseThrow(() -> wrong(line, what + " lacks the key " + key));
    }

    /** A text, or a list of texts. */
    List<String> texts(String key) {
        YamlNode node = entries.get(key);
        if (node == null) {
            return List.of();
        }
        return node.value() instanceof List<?> items
                ? items.stream().map(item -> scalar(key, (YamlNode) item)).toList()
                : List.of(scalar(key, node));
    }

    boolean isText(String key) {
        YamlNode node = entries.get(key);
        return node != null && node.value() instanceof String;
    }

    boolean isMap(String key) {
        YamlNode node = entries.get(key);
        return node != null && node.value() instanceof Map<?, ?>;
    }

    YamlMap map(String key) {
        YamlNode node = entries.get(key);
        if (node == null) {
            throw wrong(line, what + " lacks the key " + key);
        }
        return new YamlMap(file, key, node);
    }

    /** Names and values. */
    Map<String, String> scalars() {
        Map<String, String> values = new LinkedHashMap<>();
        entries.forEach((key, node) -> values.put(key, scalar(key, node)));
        return values;
    }

    List<YamlMap> maps(String key) {
        YamlNode node = entries.get(key);
        if (node == null) {
            return List.of();
        }
        if (!(node.value() instanceof List<?> items)) {
            throw wrong(node.line(), key + " must be a list: a line with a dash for each");
        }
        return items.stream()
                .map(item -> new YamlMap(file, "an entry of " + key, (YamlNode) item))
                .toList();
    }

    /** An error of this key's value, with its line. */
    ConfigurationException wrong(String key, String message) {
        YamlNode node = entries.get(key);
        return wrong(node == null ? line : node.line(), message);
    }

    private String scalar(String key, YamlNode node) {
        if (node.value() instanceof String text) {
            return text;
        }
        throw wrong(
                node.line(),
                node.value() == null
                        ? key + " has no value"
                        : key + " must be one value, not a list or keys and values");
    }

    private ConfigurationException wrong(int at, String message) {
        return new ConfigurationException(file + ":" + at + ": " + message);
    }
}
