package dev.rowlock.claim.internal.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Column.WrittenBy;

/** Whether a column's type fits the role it is to play. */
final class RoleFit {
    private RoleFit() {}

    static Column require(TableName table, ColumnRole role, Column column) {
        boolean fits = switch (role) {
            case STATUS -> column.isWhole() || column.isText();
            case AVAILABLE_AT, LEASE_UNTIL, CLAIMED_AT -> column.isMoment();
            case ATTEMPTS, TOKEN -> column.isWhole();
            case OWNER, LAST_ERROR -> column.isText() && !column.isEnum();
            case PAYLOAD -> true;
        };
        if (!fits) {
            throw new ConfigurationException(
                    table + " has the column " + column.name() + " of type " + column.fullType() + ", but "
                            + role.usualName() + " needs " + needed(role) + "; name another column for it, or none");
        }
        if (column.writtenBy() == WrittenBy.EVERY_UPDATE && role != ColumnRole.PAYLOAD) {
            throw new ConfigurationException(table + " has the column " + column.name()
                    + " that every UPDATE of a row sets to the current time, so that " + role.usualName()
                    + " would not keep what a claim writes: ALTER TABLE " + table.quoted() + " MODIFY "
                    + column.name().quoted() + " " + column.fullType() + (column.nullable() ? " NULL" : " NOT NULL")
                    + "; or name another column for it, or none");
        }
        if (column.writtenBy() == WrittenBy.SERVER && role != ColumnRole.PAYLOAD) {
            throw new ConfigurationException(table + " computes the column " + column.name() + " itself, so "
                    + role.usualName() + " cannot be written to it; name another column for it, or none");
        }
        return column;
    }

    private static String needed(ColumnRole role) {
        return switch (role) {
            case STATUS -> "text, ENUM or a whole number";
            case AVAILABLE_AT, LEASE_UNTIL, CLAIMED_AT -> "DATETIME or TIMESTAMP";
            case ATTEMPTS, TOKEN -> "a whole number";
            case OWNER, LAST_ERROR -> "text";
            case PAYLOAD -> "any type";
        };
    }
}
