package dev.rowlock.mysql.table;

import dev.rowlock.mysql.Identifier;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column as {@code information_schema} describes it. Immutable.
 *
 * @param type the bare type, such as {@code varchar}
 * @param fullType the type with everything, such as {@code enum('a','b')} or {@code bigint unsigned}
 * @param maxLengthOrNull characters (text) or bytes (binary) it holds
 * @param precision digits of the fraction of a time column, 0 to 6
 * @param charsetOrNull the character set of text
 * @param writtenBy who sets its value
 */
public record Column(
        Identifier name,
        String type,
        String fullType,
        boolean nullable,
        @Nullable Long maxLengthOrNull,
        int precision,
        @Nullable String charsetOrNull,
        WrittenBy writtenBy) {
    /** Who sets a column's value. */
    public enum WrittenBy {
        /** Programs alone. */
        PROGRAMS,
        /** The server as well, whenever a row is updated: ON UPDATE CURRENT_TIMESTAMP. */
        EVERY_UPDATE,
        /** The server alone: it computes the column. */
        SERVER
    }

    private static final Set<String> WHOLE = Set.of("tinyint", "smallint", "mediumint", "int", "integer", "bigint");
    private static final Set<String> TEXT =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "uuid", "inet6", "inet4");
    private static final Set<String> BYTES =
            Set.of("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob");
    private static final Pattern ENUM_VALUE = Pattern.compile("'((?:[^']|'')*)'");

    public boolean isWhole() {
        return WHOLE.contains(type);
    }

    public boolean isText() {
        return TEXT.contains(type);
    }

    public boolean isBytes() {
        return BYTES.contains(type);
    }

    public boolean isJson() {
        return type.equals("json");
    }

    /** A point in time the database can compare with its clock. */
    public boolean isMoment() {
        return type.equals("datetime") || type.equals("timestamp");
    }

    public boolean isTemporal() {
        return isMoment() || type.equals("date") || type.equals("time");
    }

    public boolean isEnum() {
        return type.equals("enum");
    }

    public boolean isUnsigned() {
        return fullType.toLowerCase(Locale.ROOT).contains("unsigned");
    }

    public OptionalLong maxLength() {
        return maxLengthOrNull == null ? OptionalLong.empty() : OptionalLong.of(maxLengthOrNull);
    }

    /** The largest number a column of whole numbers holds; for BIGINT UNSIGNED, the largest that is a long. */
    public long largest() {
        int bits = switch (type) {
            case "tinyint" -> 8;
            case "smallint" -> 16;
            case "mediumint" -> 24;
            case "bigint" -> 64;
            default -> 32;
        };
        int used = isUnsigned() && bits < 64 ? bits : bits - 1;
        return used == 63 ? Long.MAX_VALUE : (1L << used) - 1;
    }

    /** The values of an ENUM. */
    public List<String> enumValues() {
        Matcher matcher = ENUM_VALUE.matcher(fullType);
        return matcher.results().map(found -> found.group(1).replace("''", "'")).toList();
    }

    /** Smallest unit the column stores, in microseconds: a second for DATETIME, one for DATETIME(6). */
    public long unitMicros() {
        long unit = 1;
        for (int digit = precision; digit < 6; digit++) {
            unit *= 10;
        }
        return unit;
    }
}
