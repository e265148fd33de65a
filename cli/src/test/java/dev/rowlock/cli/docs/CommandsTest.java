package dev.rowlock.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.cli.fixture.CommandRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that documents show exist, with the options they are shown with. */
final class CommandsTest {
    static Stream<Document> documents() {
        return Document.all().stream()
                .filter(document -> !CommandLines.in(document.code()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyCommandAndOptionThatIsShownIsThere(Document document) {
        List<String> wrong = CommandLines.in(document.code()).stream()
                .filter(words -> !words.get(0).equals("test")) // the launcher's own
                .flatMap(words -> wrong(words).stream())
                .toList();
        assertThat(wrong).as("in the examples of %s", document).isEmpty();
    }

    private static List<String> wrong(List<String> words) {
        List<String> name =
                words.stream().takeWhile(word -> !word.startsWith("-")).toList();
        List<String> asked = new ArrayList<>(name);
        asked.add("--help");
        CommandRun run = CommandRun.run(Map.of(), asked.toArray(String[]::new));
        String line = "rowlock " + String.join(" ", words);
        List<String> usage = List.of(run.out()
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst("^Usage: rowlock ", "")
                .split(" "));
        if (run.code() != 0 || usage.contains("COMMAND") || !usage.get(0).equals(words.get(0))) {
            return List.of(line + ": no such command");
        }
        return words.stream()
                .filter(word -> word.startsWith("--"))
                .map(word -> word.replaceFirst("=.*", ""))
                .filter(option -> !Pattern.compile("(?<![\\w-])" + option + "(?![\\w-])")
                        .matcher(run.out())
                        .find())
                .map(option -> line + ": no option " + option)
                .toList();
    }

    /** The search finds what is there to be found. */
    @Test
    void aCommandAndAnOptionThatAreNotThereAreFound() {
        List<List<String>> lines = CommandLines.in("""
                rowlock table check jobs --url jdbc:mysql://h/s  # --not-looked-at
                ./rowlock tables check jobs
                mysql -BNe 'SELECT 1' | rowlock enqueue mails welcome --lines \\
                    --linez | head
                rowlock jobs
                """);
        assertThat(lines).hasSize(4);
        assertThat(lines.stream().flatMap(words -> wrong(words).stream()))
                .containsExactly(
                        "rowlock tables check jobs: no such command",
                        "rowlock enqueue mails welcome --lines --linez: no option --linez",
                        "rowlock jobs: no such command");
        assertThat(documents()).hasSizeGreaterThan(8);
    }
}
