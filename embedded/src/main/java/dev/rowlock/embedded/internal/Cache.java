package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.EmbeddedServerException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/**
 * The folder that unpacked programs, data templates and running servers live in.
 *
 * <p>It is never the JVM's temporary folder: that may be a small tmpfs, and it may be swept while a server runs in it.
 * Safe for use by several threads and several JVMs at once.
 */
public record Cache(Path folder) {
    /** {@code .dev/embedded} in a checkout of Rowlock, else the user's cache folder. */
    public static Cache standard() {
        return new Cache(Checkout.find()
                .map(checkout -> checkout.ignored().resolve("embedded"))
                .orElseGet(() -> userCache().resolve("rowlock")));
    }

    private static Path userCache() {
        Path home = Path.of(System.getProperty("user.home"));
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac")) {
            return home.resolve("Library/Caches");
        }
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(value -> !value.isBlank())
                .map(Path::of)
                .orElseGet(() -> home.resolve(".cache"));
    }

    Path child(String name) {
        return folder.resolve(name);
    }

    /** Writes a folder's contents. */
    @FunctionalInterface
    interface Filler {
        void fill(Path empty) throws IOException;
    }

    /**
     * Gives the folder of that name, filling it first when it is not there.
     *
     * <p>It is filled beside its place and renamed, under a lock that other JVMs respect, so that nobody ever sees half
     * of it; what a killed JVM left half done is deleted by the next one.
     */
    Path folderOnce(String name, Filler filler) {
        Path place = child(name);
        if (Files.isDirectory(place)) {
            return place;
        }
        try {
            Files.createDirectories(folder);
            // File locks are held by the JVM as a whole, so its own threads need a lock of their own.
            synchronized (Cache.class) {
                try (FileChannel channel = FileChannel.open(
                                child(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        var lock = channel.lock()) {
                    if (!Files.isDirectory(place)) {
                        Path beside = child(name + ".preparing");
                        Folders.delete(beside);
                        Files.createDirectories(beside);
                        filler.fill(beside);
                        Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
                    }
                }
            }
        } catch (IOException failed) {
            throw new EmbeddedServerException("could not prepare " + place + ": " + failed.getMessage(), failed);
        }
        return place;
    }
}
