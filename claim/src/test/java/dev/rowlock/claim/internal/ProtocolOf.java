package dev.rowlock.claim.internal;

import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.internal.table.LayoutResolver;
import dev.rowlock.mysql.table.TableInspector;
import java.sql.Connection;
import java.sql.SQLException;

/** The protocol of a sample table, for tests below {@link dev.rowlock.claim.LeaseTable}. */
final class ProtocolOf {
    private ProtocolOf() {}

    static Protocol table(SampleTable sample, Connection connection) throws SQLException {
        return Protocol.of(
                LayoutResolver.resolve(
                        sample.layout(),
                        TableInspector.inspect(connection, sample.layout().table())),
                SampleQueue.SETTINGS);
    }
}
