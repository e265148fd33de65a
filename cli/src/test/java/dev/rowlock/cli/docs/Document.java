package dev.rowlock.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown file of this repository, taken apart into its prose and its blocks of code. Immutable.
 *
 * @param file below the repository's root
 */
record Document(Path file, String prose, String code) {
    static final Path ROOT = Path.of(System.getProperty("rowlock.test.root", ".."))
            .toAbsolutePath()
            .normalize();

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^()\\s]+)\\)");
    private static final Pattern CODE_IN_LINE = Pattern.compile("`[^`\n]+`");

    static Document of(Path file) {
        StringBuilder prose = new StringBuilder();
        StringBuilder code = new StringBuilder();
        boolean inBlock = false;
        try {
            for (String line : Files.readAllLines(file)) {
                boolean fence = line.strip().startsWith("```");
                inBlock ^= fence;
                (inBlock ? code : prose).append(fence ? "" : line).append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Document(file, prose.toString(), code.toString());
    }

    /** The README, all of docs, and the READMEs of folders. */
    static List<Document> all() {
        List<Document> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(top.flatMap(Document::besides), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(Document::of)
                    .forEach(documents::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return documents;
    }

    private static Stream<Path> besides(Path file) {
        return Files.isDirectory(file)
                ? Stream.of(file.resolve("README.md"), file.resolve("parent/README.md"))
                        .filter(Files::exists)
                        .filter(readme -> !readme.startsWith(ROOT.resolve("docs")))
                : Stream.of(file);
    }

    /** Where its links lead, those to other places of the web left out. */
    List<String> links() {
        return LINK.matcher(CODE_IN_LINE.matcher(prose).replaceAll("code"))
                .results()
                .map(found -> found.group(1))
                .filter(target -> !target.matches("[a-z]+:.*"))
                .toList();
    }

    /** What may stand behind {@code #} in a link to it, as GitHub makes it of headings. */
    Set<String> anchors() {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new HashSet<>();
        HEADING.matcher(prose).results().map(found -> slug(found.group(1))).forEach(slug -> {
            int times = seen.merge(slug, 1, Integer::sum);
            anchors.add(times == 1 ? slug : slug + "-" + (times - 1));
        });
        return anchors;
    }

    private static String slug(String heading) {
        return heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** The file a link leads to. */
    Path target(String link) {
        String path = link.replaceAll("#.*", "");
        return path.isEmpty() ? file : file.resolveSibling(path).normalize();
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }
}
