package dev.rowlock.batch.internal;

import dev.rowlock.mysql.Identifier;
import java.util.Optional;

/**
 * Where our own tables are: the connection's schema, or another of the same server. Immutable.
 *
 * @param schema empty for the connection's own
 */
public record Store(Optional<Identifier> schema) {
    /** A statement with the schema put in. */
    public String sql(String statement) {
        return statement.replace(
                "{schema}", schema.map(name -> name.quoted() + ".").orElse(""));
    }

    /** A table's name, with the schema put in. */
    dev.rowlock.mysql.TableName table(String name) {
        return new dev.rowlock.mysql.TableName(schema.orElse(null), new Identifier(name));
    }
}
