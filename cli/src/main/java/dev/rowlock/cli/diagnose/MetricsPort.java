package dev.rowlock.cli.diagnose;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowlock.mysql.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** {@code /metrics} on the loopback address, for a collector on this machine. One answer at a time. */
final class MetricsPort implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final HttpServer server;

    private MetricsPort(HttpServer server) {
        this.server = server;
    }

    /**
     * Serves what the supplier says at the time.
     *
     * @param port 0 for any free one
     */
    static MetricsPort open(int port, String contentType, Supplier<String> text) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.createContext("/", exchange -> answer(exchange, contentType, text));
            server.start();
            return new MetricsPort(server);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "port " + port + " cannot be opened (" + e.getMessage() + "): choose another --metrics-port", e);
        }
    }

    private static void answer(HttpExchange exchange, String contentType, Supplier<String> text) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.sendResponseHeaders(NOT_ALLOWED, -1);
            } else {
                byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", contentType);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
