package dev.rowlock.embedded.internal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The checkout of Rowlock's sources that this JVM runs in, if it runs in one. */
record Checkout(Path root) {
    /** The nearest folder above the working directory that has {@code dev/mysql}. */
    static Optional<Checkout> find() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isExecutable(folder.resolve("dev/mysql")) && Files.isRegularFile(folder.resolve("pom.xml"))) {
                return Optional.of(new Checkout(folder));
            }
        }
        return Optional.empty();
    }

    Path script() {
        return root.resolve("dev/mysql");
    }

    /** The folder that git ignores. */
    Path ignored() {
        return root.resolve(".dev");
    }
}
