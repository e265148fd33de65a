package dev.rowlock.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Test folders for servers: the temporary folder of the machine may be small, or in memory. */
final class OnTheDiskOfTheBuild implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        Path parent = Files.createDirectories(Path.of("target", "servers").toAbsolutePath());
        return Files.createTempDirectory(parent, "test-");
    }
}
