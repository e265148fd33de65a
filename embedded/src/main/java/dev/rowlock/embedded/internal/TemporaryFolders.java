package dev.rowlock.embedded.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** The folders of servers whose data lives no longer than they do. Safe for use by several JVMs at once. */
public final class TemporaryFolders {
    private final Path parent;

    public TemporaryFolders(Cache cache) {
        this.parent = cache.child("running");
    }

    /** A new folder, held by this JVM. */
    public InstanceFolder create() throws IOException {
        while (true) {
            // Short, because the server's socket lies below it.
            String name = UUID.randomUUID().toString().substring(0, 8);
            try {
                Optional<InstanceFolder> folder = InstanceFolder.hold(parent.resolve(name));
                if (folder.isPresent()) {
                    return folder.get();
                }
            } catch (NoSuchFileException sweptMeanwhile) {
                // another JVM saw the folder before we held it; take another name
            }
        }
    }

    /** Ends the servers of JVMs that died, and deletes their folders. */
    public void sweep() throws IOException {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
            for (Path folder : folders) {
                sweep(folder);
            }
        }
    }

    private static void sweep(Path path) throws IOException {
        Optional<InstanceFolder> abandoned;
        try {
            abandoned = InstanceFolder.hold(path);
        } catch (IOException goneMeanwhile) {
            return;
        }
        if (abandoned.isPresent()) {
            Launch.end(abandoned.get());
            abandoned.get().delete();
        }
    }
}
