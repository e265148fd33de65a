package dev.rowlock.testing.internal;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.EmbeddedServerException;
import dev.rowlock.embedded.ServerKind;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The servers of this JVM, each started once, when first wanted, and ended with the JVM.
 *
 * <p>Static on purpose: build tools run the classes of one JVM in one or in many launcher sessions, and a server should
 * outlive them all.
 */
final class SharedServers {
    /** Threads with this name are not the test's. */
    static final String THREAD = "rowlock-start-server";

    private static final Map<ServerKind, CompletableFuture<TestServer>> STARTED = new ConcurrentHashMap<>();
    private static final Map<JdbcAddress, TestServer> GIVEN = new ConcurrentHashMap<>();

    private SharedServers() {}

    /** Begins to start it in the background, unless that was done before. */
    static void begin(ServerKind kind) {
        STARTED.computeIfAbsent(kind, SharedServers::start);
    }

    private static CompletableFuture<TestServer> start(ServerKind kind) {
        return CompletableFuture.supplyAsync(
                () -> TestServer.of(EmbeddedServer.of(kind).start()), task -> {
                    Thread thread = new Thread(task, THREAD);
                    thread.setDaemon(true);
                    thread.start();
                });
    }

    static TestServer get(ServerKind kind) {
        try {
            return STARTED.computeIfAbsent(kind, SharedServers::start).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof EmbeddedServerException reason) {
                throw new EmbeddedServerException(String.valueOf(reason.getMessage()), reason);
            }
            throw failed;
        }
    }

    static TestServer given(JdbcAddress address) {
        return GIVEN.computeIfAbsent(address, TestServer::of);
    }
}
