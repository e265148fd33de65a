package dev.rowlock.benchmarks;

import dev.rowlock.embedded.EmbeddedServer;
import java.util.List;

/**
 * What a scenario is called with: numbers and names, then perhaps the JDBC URL of a server whose account may create tables. Immutable.
 *
 * @param values in order; those left out at the end have defaults
 */
public record Arguments(List<String> values) {
    /** A scenario on a server. */
    public interface Scenario {
        void measure(String url, String server) throws Exception;
    }

    public Arguments {
        values = List.copyOf(values);
    }

    public static Arguments of(String... values) {
        return new Arguments(List.of(values));
    }

    public int number(int at, int otherwise) {
        return values.size() > at ? Integer.parseInt(values.get(at)) : otherwise;
    }

    public String text(int at, String otherwise) {
        return values.size() > at ? values.get(at) : otherwise;
    }

    /** Runs it on the server whose URL stands there, or on a new one that ends with it, the newest MySQL there is. */
    public void onServer(int urlAt, Scenario scenario) throws Exception {
        if (values.size() > urlAt) {
            scenario.measure(values.get(urlAt), "the URL given");
            return;
        }
        try (EmbeddedServer server = EmbeddedServer.newest().start()) {
            scenario.measure(server.jdbcUrl("test"), server.kind().title() + " " + server.version());
        }
    }
}
