package dev.rowlock.embedded.internal;

import dev.rowlock.embedded.EmbeddedServerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A server that listens.
 *
 * @param version as the server greets with, for example {@code 8.0.31} or {@code 11.4.5-MariaDB-log}
 */
public record Launch(ServerProcess process, int port, String version) {
    private static final Duration LONGEST_START = Duration.ofSeconds(120);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int ATTEMPTS_FOR_A_PORT = 5;

    /** Starts a server on this port, or on a free one for 0, and waits until it greets. */
    public static Launch start(Installation installation, InstanceFolder folder, int port, List<String> options) {
        for (int attempt = 1; ; attempt++) {
            int chosen = port == 0 ? freePort() : port;
            try {
                Files.deleteIfExists(folder.log());
                ServerProcess process =
                        ServerProcess.start(CommandLine.of(installation, folder, chosen, options), folder);
                return await(process, folder, chosen);
            } catch (EmbeddedServerException failed) {
                // A free port may be taken by somebody else between our look and the server's.
                if (port != 0 || attempt == ATTEMPTS_FOR_A_PORT || !isAboutThePort(failed)) {
                    throw failed;
                }
            } catch (IOException failed) {
                throw new EmbeddedServerException("the server could not be started: " + failed.getMessage(), failed);
            }
        }
    }

    /**
     * Takes over the server a killed JVM left running over this folder, if it is the very one that would be started; any
     * other one is ended.
     */
    public static Optional<Launch> adopt(
            Installation installation, InstanceFolder folder, int port, List<String> options) throws IOException {
        Optional<ServerProcess> found = running(folder);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ServerProcess process = found.get();
        int itsPort = port(process.words());
        if ((port == 0 || port == itsPort)
                && process.words().equals(CommandLine.of(installation, folder, itsPort, options))) {
            process.resume();
            return Optional.of(await(process, folder, itsPort));
        }
        process.stop();
        return Optional.empty();
    }

    /** Ends the server that runs over this folder, if one does, as hard as a crash. */
    public static void end(InstanceFolder folder) throws IOException {
        running(folder).ifPresent(ServerProcess::kill);
    }

    private static Optional<ServerProcess> running(InstanceFolder folder) throws IOException {
        try {
            return ServerProcess.running(folder);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("interrupted while a server ended", interrupted);
        }
    }

    private static int port(List<String> words) {
        return words.stream()
                .filter(word -> word.startsWith("--port="))
                .mapToInt(word -> Integer.parseInt(word.substring("--port=".length())))
                .findFirst()
                .orElse(0);
    }

    /** The server's own pid file tells it from another one that happens to listen on the port. */
    private static Launch await(ServerProcess process, InstanceFolder folder, int port) {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        try {
            while (System.nanoTime() < end) {
                if (process.awaitEnd(POLL)) {
                    throw new EmbeddedServerException("the server ended while starting (" + folder.log() + "): "
                            + Programs.lastWords(folder.path().resolve("output.log"), folder.log()));
                }
                if (Files.exists(folder.serverPidFile())) {
                    Optional<Greeting> greeting = Greeting.of(port);
                    if (greeting.isPresent()) {
                        return new Launch(process, port, greeting.get().version());
                    }
                }
            }
            process.kill();
            throw new EmbeddedServerException("the server did not listen within " + LONGEST_START.toSeconds() + " s ("
                    + folder.log() + "): " + Programs.lastWords(folder.log()));
        } catch (IOException failed) {
            throw new EmbeddedServerException("the server's log cannot be read: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            process.kill();
            Thread.currentThread().interrupt();
            throw new EmbeddedServerException("interrupted while the server started", interrupted);
        }
    }

    private static boolean isAboutThePort(EmbeddedServerException failed) {
        return String.valueOf(failed.getMessage()).contains("server running on port");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException failed) {
            throw new EmbeddedServerException("no free port: " + failed.getMessage(), failed);
        }
    }
}
