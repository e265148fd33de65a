package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.RowKey;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads payloads without locks. Text and JSON come as UTF-8. */
public final class Payloads {
    private record Payload(RowKey key, Optional<byte[]> bytes) {}

    private final Protocol protocol;

    public Payloads(Protocol protocol) {
        this.protocol = protocol;
    }

    /** The payload of each row that is there; empty where it is NULL. */
    public Map<RowKey, Optional<byte[]>> read(Connection connection, List<RowKey> keys) throws SQLException {
        Column column = protocol.table()
                .column(ColumnRole.PAYLOAD)
                .orElseThrow(() -> new ConfigurationException(
                        protocol.table().name() + " has no payload column; name the column the work needs"));
        Map<RowKey, Optional<byte[]>> payloads = new HashMap<>();
        for (List<RowKey> slice : protocol.keySlices(keys)) {
            int at = protocol.afterKey();
            new Call(connection, protocol.sql().forKeys(protocol.sql().payload, slice.size()))
                    .withKeys(slice)
                    .query(row -> new Payload(protocol.keys().read(row, 1), bytes(row, at, column)))
                    .forEach(payload -> payloads.put(payload.key(), payload.bytes()));
        }
        return payloads;
    }

    private static Optional<byte[]> bytes(ResultSet row, int at, Column column) throws SQLException {
        if (column.isBytes()) {
            return Optional.ofNullable(row.getBytes(at));
        }
        return Optional.ofNullable(row.getString(at)).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }
}
