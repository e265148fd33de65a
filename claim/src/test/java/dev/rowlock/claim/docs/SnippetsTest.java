package dev.rowlock.claim.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnippetsTest {
    private static final Path ROOT = Path.of(System.getProperty("rowlock.test.root", ".."));
    private static final String SHOWN = "// shown: ";

    @Test
    void documentsShowWhatIsCompiledHere() throws IOException {
        List<String> source =
                Files.readAllLines(ROOT.resolve("claim/src/test/java/dev/rowlock/claim/docs/Snippets.java"));
        int compared = 0;
        for (int at = 0; at < source.size(); at++) {
            String line = source.get(at).strip();
            if (line.startsWith(SHOWN)) {
                String document = line.substring(SHOWN.length());
                String text = Files.readString(ROOT.resolve(document));
                assertThat(text).as(document).contains(snippet(source, at + 1));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(2);
    }

    /** The lines up to the end marker, without their common indentation. */
    private static String snippet(List<String> source, int from) {
        String first = source.get(from);
        int indentation = first.length() - first.stripLeading().length();
        StringBuilder snippet = new StringBuilder();
        for (int at = from; !source.get(at).strip().equals("// end"); at++) {
            String line = source.get(at);
            snippet.append(line.isBlank() ? "" : line.substring(indentation)).append('\n');
        }
        return snippet.toString();
    }

    @EachServer
    void theReadmesLoopCompletesWhatWorksAndFailsWhatDoesNot(TestDatabase database) {
        createOrders(database);
        List<RowKey> shipped = new ArrayList<>();
        new Snippets(key -> {
                    if (key.equals(RowKey.of(2))) {
                        throw new IOException("no stock");
                    }
                    shipped.add(key);
                })
                .readme(database.dataSource());
        assertThat(shipped).containsExactly(RowKey.of(1), RowKey.of(3));
        assertThat(
                        database.column(
                                "SELECT CONCAT(status, ' ', attempts, ' ', COALESCE(last_error, '-')) FROM orders_todo ORDER BY id"))
                .containsExactly("done 0 -", "ready 1 java.io.IOException: no stock", "done 0 -");
    }

    @EachServer
    void aCompletionAndAnotherWriteHappenTogether(TestDatabase database) throws SQLException {
        createOrders(database);
        LeaseTable orders = LeaseTable.open(
                Transactions.of(database.dataSource()), TableLayout.of("orders_todo"), LeaseSettings.standard());
        Lease lease = orders.claim(1).leases().get(0);
        try (Connection connection = database.connect()) {
            new Snippets(key -> {}).together(orders, lease, connection);
        }
        assertThat(database.text("SELECT status FROM orders_todo WHERE id = 1")).isEqualTo("done");
    }

    /** The table of docs/getting-started.md, as it stands there. */
    private static void createOrders(TestDatabase database) {
        try {
            String text = Files.readString(ROOT.resolve("docs/getting-started.md"));
            int from = text.indexOf("CREATE TABLE orders_todo");
            database.execute(
                    text.substring(from, text.indexOf(';', from)),
                    "INSERT INTO orders_todo(available_at) VALUES (NOW() - INTERVAL 3 SECOND), (NOW() - INTERVAL 2 SECOND), (NOW() - INTERVAL 1 SECOND)");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
