package dev.rowlock.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between documents lead somewhere, and no document is left out of the index. */
final class LinksTest {
    static List<Document> documents() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsToAFileAndAHeadingThatIsThere(Document document) {
        assertThat(broken(document)).as("broken links of %s", document).isEmpty();
    }

    private static List<String> broken(Document document) {
        List<String> broken = new ArrayList<>();
        for (String link : document.links()) {
            Path target = document.target(link);
            String anchor = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
            boolean found = Files.exists(target)
                    && (anchor.isEmpty() || Document.of(target).anchors().contains(anchor));
            if (!found) {
                broken.add(link);
            }
        }
        return broken;
    }

    @Test
    void theIndexNamesEveryPageAndEveryDecision() throws IOException {
        Path docs = Document.ROOT.resolve("docs");
        Document index = Document.of(docs.resolve("README.md"));
        List<Path> linked = index.links().stream().map(index::target).toList();
        try (Stream<Path> files = Files.walk(docs)) {
            assertThat(linked)
                    .containsAll(files.filter(file -> file.toString().endsWith(".md"))
                            .filter(file -> !file.equals(index.file()))
                            .toList());
        }
        assertThat(linked).doesNotHaveDuplicates();
    }

    @Test
    void theReadmeLeadsToTheIndex() {
        Document readme = Document.of(Document.ROOT.resolve("README.md"));
        assertThat(readme.links()).contains("docs/README.md");
    }

    /** The search finds what is there to be found. */
    @Test
    void aBrokenLinkIsFoundAndCodeIsNone(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.md"), """
                # At-least-once, and `why`

                [here](#at-least-once-and-why) [gone](b.md) [no heading](#never) [web](https://example.org/x)
                `[code](c.md)`
                ```
                [block](d.md)
                ```
                """);
        assertThat(broken(Document.of(file))).containsExactly("b.md", "#never");
        assertThat(documents()).hasSizeGreaterThan(20);
    }
}
