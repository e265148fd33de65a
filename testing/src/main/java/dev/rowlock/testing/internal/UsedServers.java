package dev.rowlock.testing.internal;

import dev.rowlock.testing.Driver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Notes each server and driver that a test ran on, so that a build can print them: a skipped server must be seen. */
final class UsedServers {
    private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

    private UsedServers() {}

    static void note(TestServer server, Driver driver) {
        String file = System.getProperty("rowlock.test.servers.file", "");
        String line = server.name() + "\t" + server.version() + "\t" + driver.title();
        if (file.isEmpty() || !NOTED.add(line)) {
            return;
        }
        try {
            Path path = Path.of(file).toAbsolutePath();
            Files.createDirectories(path.getParent());
            Files.write(path, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
