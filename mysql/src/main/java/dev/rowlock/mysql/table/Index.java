package dev.rowlock.mysql.table;

import java.util.List;

/**
 * An index as {@code information_schema} describes it. Immutable.
 *
 * @param usable whether a range scan can return whole column values in ascending order: a visible B-tree without prefix lengths,
 *     descending or computed parts
 */
public record Index(String name, List<String> columns, boolean usable) {
    public Index {
        columns = List.copyOf(columns);
    }

    public boolean isPrimary() {
        return name.equals("PRIMARY");
    }
}
