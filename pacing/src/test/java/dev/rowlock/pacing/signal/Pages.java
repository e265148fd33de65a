package dev.rowlock.pacing.signal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A web server of a few lines, because the JDK's own one is not visible from a patched module. Pages it does not have are never answered. */
final class Pages implements AutoCloseable {
    private final ServerSocket entrance;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<Socket> clients = new ArrayList<>();

    Pages() throws IOException {
        entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "pages");
        thread.setDaemon(true);
        thread.start();
    }

    void add(String path, int status, String body) {
        answers.put(
                path,
                "HTTP/1.1 " + status + " Answer\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                        + "\r\nConnection: close\r\n\r\n" + body);
    }

    URI page(String path) {
        return URI.create("http://127.0.0.1:" + entrance.getLocalPort() + path);
    }

    private void serve() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                clients.add(client);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
                String path = String.valueOf(reader.readLine()).split(" ", -1)[1];
                for (String line = reader.readLine(); line != null && !line.isEmpty(); ) {
                    line = reader.readLine();
                }
                String answer = answers.get(path);
                if (answer != null) {
                    client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    client.close();
                }
            } catch (IOException closed) {
                // the loop ends when the entrance is closed
            }
        }
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        for (Socket client : clients) {
            client.close();
        }
    }
}
