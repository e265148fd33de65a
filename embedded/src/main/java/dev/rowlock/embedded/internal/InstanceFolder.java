package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.EmbeddedServerException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The folder of one server: its data, its log and the id of its process; held by at most one JVM.
 *
 * <p>The hold is a file lock, which the system gives back when the JVM dies, however it dies. So whoever gets the lock
 * and finds a server running in the folder has found one that nobody owns any more.
 */
public final class InstanceFolder implements AutoCloseable {
    /**
     * The folders this JVM holds. It must not even open their lock files again: closing any of its channels to a file
     * makes the system drop the JVM's lock on it.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private static final String TEMPORARY = "tmp";

    private final Path folder;
    private final FileChannel channel;

    private InstanceFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Empty when another JVM, or another part of this one, holds it. */
    public static Optional<InstanceFolder> hold(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        if (!HELD_HERE.add(absolute)) {
            return Optional.empty();
        }
        Optional<InstanceFolder> held = Optional.empty();
        try {
            held = lock(absolute);
            return held;
        } finally {
            if (held.isEmpty()) {
                HELD_HERE.remove(absolute);
            }
        }
    }

    private static Optional<InstanceFolder> lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // Without the file, another JVM deleted the folder just before we got the lock.
        if (channel.tryLock() != null && Files.exists(file)) {
            Files.createDirectories(folder.resolve(TEMPORARY));
            return Optional.of(new InstanceFolder(folder, channel));
        }
        channel.close();
        return Optional.empty();
    }

    public Path path() {
        return folder;
    }

    public Path data() {
        return folder.resolve("data");
    }

    /** The word of the server's command line that tells it from every other process. */
    public String dataOption() {
        return "--datadir=" + data();
    }

    /** For temporary tables: a MariaDB server that starts deletes those of all others from a folder they share. */
    Path temporary() {
        return folder.resolve(TEMPORARY);
    }

    public Path log() {
        return folder.resolve("server.log");
    }

    /** Refuses a folder whose data another kind of server made: starting over it could destroy the data. */
    public void keepFor(String kind) throws IOException {
        Path file = folder.resolve("kind");
        if (!Files.isDirectory(data())) {
            Files.writeString(file, kind);
        } else if (!Files.exists(file) || !Files.readString(file).equals(kind)) {
            throw new EmbeddedServerException("the data in " + folder + " was made by "
                    + (Files.exists(file) ? Files.readString(file) : "something else") + ", not by " + kind
                    + "; name another folder, or delete this one");
        }
    }

    /** Written by the server itself when it listens. */
    public Path serverPidFile() {
        return folder.resolve("listening.pid");
    }

    /** Written by us as soon as the process exists. */
    public Path ourPidFile() {
        return folder.resolve("server.pid");
    }

    Optional<Long> recordedPid() throws IOException {
        try {
            return Optional.of(Long.parseLong(Files.readString(ourPidFile()).strip()));
        } catch (NoSuchFileException | NumberFormatException none) {
            return Optional.empty();
        }
    }

    /** Gives the folder back; what is in it stays. */
    @Override
    public void close() throws IOException {
        channel.close();
        HELD_HERE.remove(folder);
    }

    /** Deletes the folder while it is still held, then gives it back. */
    public void delete() throws IOException {
        try {
            Folders.delete(folder);
        } finally {
            close();
        }
    }
}
