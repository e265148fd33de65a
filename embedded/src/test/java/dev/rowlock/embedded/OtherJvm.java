package dev.rowlock.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** A JVM that starts a server and holds it until it is told to end, or is killed. */
record OtherJvm(Process process, long serverPid, int port) implements AutoCloseable {
    /** Arguments: kind, data folder or "-", cache folder or "-", options. */
    public static void main(String[] arguments) throws IOException {
        EmbeddedServerBuilder builder = EmbeddedServer.of(ServerKind.valueOf(arguments[0]));
        if (!arguments[1].equals("-")) {
            builder.data(Path.of(arguments[1]));
        }
        if (!arguments[2].equals("-")) {
            builder.cache(Path.of(arguments[2]));
        }
        EmbeddedServer server = builder.start();
        System.out.println("STARTED " + server.pid() + " " + server.port());
        System.in.read(); // ends with the parent, too
        System.exit(0); // without close(): the shutdown hook has to do it
    }

    /** Begins to start one; {@link #await} waits for it. */
    static Process begin(ServerKind kind, String data, String cache) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherJvm.class.getName(),
                        kind.name(),
                        data,
                        cache))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static OtherJvm await(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("STARTED ")) {
                String[] words = line.split(" ", -1);
                return new OtherJvm(process, Long.parseLong(words[1]), Integer.parseInt(words[2]));
            }
        }
        throw new IOException("the other JVM ended without starting its server");
    }

    static OtherJvm start(ServerKind kind, String data, String cache) throws IOException {
        return await(begin(kind, data, cache));
    }

    /** As the out-of-memory killer does it: nothing in that JVM runs any more. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Lets it end as a program does. */
    void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        process.waitFor();
    }

    /** In a container nobody may collect the exit code of a process whose parent was killed: such a one does not live. */
    boolean serverIsAlive() throws IOException {
        Path status = Path.of("/proc", Long.toString(serverPid), "status");
        try {
            return Files.readAllLines(status).stream().noneMatch(line -> line.startsWith("State:\tZ"));
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
