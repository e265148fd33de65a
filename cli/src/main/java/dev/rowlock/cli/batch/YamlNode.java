package dev.rowlock.cli.batch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a YAML file that knows its line, and scalars as they were written: {@code 010} stays {@code 010}. Immutable.
 *
 * @param line from 1
 * @param value text, {@code null}, a list or a map of nodes
 */
record YamlNode(int line, @Nullable Object value) {
    /** Reads a file of one document. {@code name} is for messages. */
    static YamlNode read(String name, String text) {
        try (JsonParser parser = new YAMLFactory().createParser(text)) {
            if (parser.nextToken() == null) {
                throw new ConfigurationException("the plan " + name + " is empty");
            }
            YamlNode node = read(name, parser);
            if (parser.nextToken() != null) {
                throw new ConfigurationException(name + ":" + line(parser) + ": a plan is one document");
            }
            return node;
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new ConfigurationException(
                    name + ":" + line + ": this is not YAML: "
                            + e.getOriginalMessage().strip().lines().findFirst().orElse(""),
                    e);
        } catch (IOException e) {
            throw new ConfigurationException("the plan " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static YamlNode read(String name, JsonParser parser) throws IOException {
        int line = line(parser);
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_ARRAY) {
            List<YamlNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(name, parser));
            }
            return new YamlNode(line, items);
        }
        if (token != JsonToken.START_OBJECT) {
            return new YamlNode(line, token == JsonToken.VALUE_NULL ? null : parser.getText());
        }
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int at = line(parser);
            parser.nextToken();
            if (entries.put(key, read(name, parser)) != null) {
                throw new ConfigurationException(name + ":" + at + ": " + key + " is there twice");
            }
        }
        return new YamlNode(line, entries);
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }
}
