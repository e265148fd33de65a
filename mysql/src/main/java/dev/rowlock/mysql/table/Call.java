package dev.rowlock.mysql.table;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement with its parameters in order. Not thread-safe; used once. */
public final class Call {
    /** Reads one row. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final String sql;
    private final List<@Nullable Object> parameters = new ArrayList<>();

    public Call(Connection connection, String sql) {
        this.connection = connection;
        this.sql = sql;
    }

    /** A parameter: NULL, text, {@link Long}, {@link Integer}, {@link BigDecimal} or bytes in a {@link ByteBuffer}. */
    public Call with(@Nullable Object parameter) {
        parameters.add(parameter);
        return this;
    }

    /** One key: see {@link KeySql#in}. */
    public Call withKey(RowKey key) {
        parameters.addAll(key.parts());
        return this;
    }

    /** Several keys: see {@link KeySql#in}. */
    public Call withKeys(List<RowKey> keys) {
        keys.forEach(this::withKey);
        return this;
    }

    /** One end of a key range: see {@link KeySql#after}. */
    public Call withBound(RowKey key) {
        for (int last = 0; last < key.parts().size(); last++) {
            parameters.addAll(key.parts().subList(0, last + 1));
        }
        return this;
    }

    /** Runs it and reads each row. */
    public <T> List<T> query(RowReader<T> reader) throws SQLException {
        try (PreparedStatement statement = prepare();
                ResultSet row = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(reader.read(row));
            }
            return rows;
        }
    }

    /** Runs it; the number of rows it found or, with some drivers' settings, changed. */
    public int update() throws SQLException {
        try (PreparedStatement statement = prepare()) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare() throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int at = 0; at < parameters.size(); at++) {
                bind(statement, at + 1, parameters.get(at));
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(at, Types.VARCHAR);
        } else if (value instanceof Long number) {
            statement.setLong(at, number);
        } else if (value instanceof Integer number) {
            statement.setInt(at, number);
        } else if (value instanceof BigDecimal number) {
            statement.setBigDecimal(at, number);
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            statement.setBytes(at, bytes);
        } else {
            statement.setString(at, value.toString());
        }
    }
}
