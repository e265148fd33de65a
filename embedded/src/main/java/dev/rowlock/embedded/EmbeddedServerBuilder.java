package dev.rowlock.embedded;

import dev.rowlock.embedded.internal.Cache;
import dev.rowlock.embedded.internal.DataTemplate;
import dev.rowlock.embedded.internal.Installation;
import dev.rowlock.embedded.internal.InstanceFolder;
import dev.rowlock.embedded.internal.Launch;
import dev.rowlock.embedded.internal.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What to start; a builder is used by one thread. */
public final class EmbeddedServerBuilder {
    private static final Logger log = LoggerFactory.getLogger(EmbeddedServerBuilder.class);

    private final List<ServerKind> kinds;
    private final List<String> options = new ArrayList<>();
    private @Nullable Path data;
    private int port;
    private Cache cache = Cache.standard();

    EmbeddedServerBuilder(List<ServerKind> kinds) {
        this.kinds = kinds;
    }

    /** Keeps the server's data in this folder between starts. Without it, data lives as long as the server. */
    public EmbeddedServerBuilder data(Path folder) {
        this.data = folder;
        return this;
    }

    /** The port on the loopback address; without it, a free one. */
    public EmbeddedServerBuilder port(int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is not between 1 and 65535");
        }
        this.port = port;
        return this;
    }

    /** Further options of the server, for example {@code --innodb-buffer-pool-size=1G}. */
    public EmbeddedServerBuilder options(String... words) {
        options.addAll(List.of(words));
        return this;
    }

    /** Where programs and temporary data are kept, if not in the usual cache folder. */
    public EmbeddedServerBuilder cache(Path folder) {
        this.cache = new Cache(folder.toAbsolutePath());
        return this;
    }

    /**
     * Starts the first of the wanted kinds that can be had, and waits until it listens.
     *
     * @throws EmbeddedServerException if none can; each one's reason is in the message
     */
    public EmbeddedServer start() {
        List<String> reasons = new ArrayList<>();
        EmbeddedServerException last = null;
        for (ServerKind kind : kinds) {
            try {
                return start(kind);
            } catch (EmbeddedServerException failed) {
                reasons.add(kind.title() + ": " + failed.getMessage());
                last = failed;
                if (kinds.size() > 1) {
                    log.info("{} cannot be used, trying the next reason={}", kind.title(), failed.getMessage());
                }
            }
        }
        throw new EmbeddedServerException(String.join("\n", reasons), last);
    }

    private EmbeddedServer start(ServerKind kind) {
        Installation installation = kind.install(cache);
        try {
            InstanceFolder folder = hold();
            try {
                folder.keepFor(kind.name());
                Launch launch =
                        Launch.adopt(installation, folder, port, options).orElse(null);
                if (launch == null) {
                    if (!Files.isDirectory(folder.data())) {
                        DataTemplate.copy(cache, installation, folder.data());
                    }
                    launch = Launch.start(installation, folder, port, options);
                }
                EmbeddedServer.Keep keep = data == null ? EmbeddedServer.Keep.NOTHING : EmbeddedServer.Keep.DATA;
                return EmbeddedServer.running(kind, installation, folder, List.copyOf(options), keep, launch);
            } catch (IOException | RuntimeException failed) {
                Launch.end(folder); // the JVM may have begun to end in between
                release(folder);
                throw failed;
            }
        } catch (IOException failed) {
            throw new EmbeddedServerException(kind.title() + " could not be started: " + failed.getMessage(), failed);
        }
    }

    private InstanceFolder hold() throws IOException {
        TemporaryFolders temporary = new TemporaryFolders(cache);
        temporary.sweep();
        if (data == null) {
            return temporary.create();
        }
        Path named = data;
        return InstanceFolder.hold(named)
                .orElseThrow(() -> new EmbeddedServerException(
                        "the data folder " + named + " is used by another server of this or another program"));
    }

    private void release(InstanceFolder folder) throws IOException {
        if (data == null) {
            folder.delete();
        } else {
            folder.close();
        }
    }
}
