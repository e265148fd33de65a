package dev.rowlock.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The law in {@code docs/pacing.md} is the law of {@link Controller}. */
final class DocsTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z_]+)` \\| ([^|]+?) \\|.*$", Pattern.MULTILINE);

    @Test
    void everyNumberOfTheLawStandsInTheDocs() throws IOException, IllegalAccessException {
        Map<String, String> written = new TreeMap<>();
        for (Matcher row = ROW.matcher(docs()); row.find(); ) {
            written.put(row.group(1), row.group(2));
        }
        Map<String, String> real = new TreeMap<>();
        for (Field field : Controller.class.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                field.setAccessible(true);
                real.put(field.getName(), text(field.get(null)));
            }
        }
        assertThat(written).isEqualTo(real);
    }

    @Test
    void everyKindOfDecisionIsExplained() throws IOException {
        String docs = docs();
        assertThat(Arrays.stream(Decision.Kind.values()).map(Decision.Kind::name))
                .allSatisfy(kind -> assertThat(docs).contains("**" + kind + "**"));
        assertThat(Arrays.stream(Verdict.values()).map(Verdict::name))
                .allSatisfy(verdict -> assertThat(docs).contains("| " + verdict + " |"));
    }

    private static String text(Object value) {
        if (value instanceof Duration span) {
            return span.toMillis() % 1_000 == 0 ? span.toSeconds() + " s" : span.toMillis() + " ms";
        }
        return value instanceof Double number && number == Math.rint(number)
                ? String.valueOf(number.longValue())
                : String.valueOf(value);
    }

    private static String docs() throws IOException {
        return Files.readString(
                Path.of(System.getProperty("rowlock.test.root", "..")).resolve("docs/pacing.md"));
    }
}
