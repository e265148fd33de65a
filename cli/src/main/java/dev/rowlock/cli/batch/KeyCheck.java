package dev.rowlock.cli.batch;

import dev.rowlock.cli.connect.Server;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.TableInspector;
import java.util.List;
import java.util.Locale;

/** Whether the key that a plan names is the table's primary key: a batch goes along no other. Reads the table's description. */
final class KeyCheck {
    private KeyCheck() {}

    static void require(Server server, TableName table, List<String> named) {
        if (named.isEmpty()) {
            return;
        }
        List<String> primary = server.transactions()
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> TableInspector.inspect(connection, table)
                                .primary()
                                .map(Index::columns)
                                .orElse(List.of()));
        if (!primary.isEmpty() && !lower(primary).equals(lower(named))) {
            throw new ConfigurationException("the plan names the key (" + String.join(", ", named)
                    + "), and the primary key of " + table + " is (" + String.join(", ", primary)
                    + "): a batch goes along the primary key, so name that or leave key out");
        }
    }

    private static List<String> lower(List<String> names) {
        return names.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    }
}
