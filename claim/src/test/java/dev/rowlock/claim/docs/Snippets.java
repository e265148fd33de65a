package dev.rowlock.claim.docs;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.claim.Verdict;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What README and docs show. Lines between "shown:" markers have to stand there as they are here; {@link SnippetsTest} compares. */
final class Snippets {
    private final Ship ship;

    Snippets(Ship ship) {
        this.ship = ship;
    }

    /** Somebody's work. */
    interface Ship {
        void ship(RowKey key) throws Exception;
    }

    private void ship(RowKey key) throws Exception {
        ship.ship(key);
    }

    void readme(DataSource dataSource) {
        // shown: README.md
        LeaseTable orders =
                LeaseTable.open(Transactions.of(dataSource), TableLayout.of("orders_todo"), LeaseSettings.standard());

        for (Lease lease : orders.claim(50).leases()) { // one short transaction, SKIP LOCKED, by primary key
            try {
                ship(lease.key()); // no lock is held while you work
                orders.complete(lease); // conditional: tells you when the lease was lost
            } catch (Exception e) {
                orders.fail(lease, e.toString()); // attempt counted, backoff, dead letter at the limit
            }
        }
        // end
    }

    void together(LeaseTable orders, Lease lease, Connection connection) throws SQLException {
        // shown: docs/concepts.md
        connection.setAutoCommit(false);
        // your own writes on connection
        Verdict verdict = orders.on(connection).complete(lease);
        if (verdict instanceof Verdict.Applied) {
            connection.commit(); // both happen
        } else {
            connection.rollback(); // the lease was lost: neither happens
        }
        // end
    }
}
