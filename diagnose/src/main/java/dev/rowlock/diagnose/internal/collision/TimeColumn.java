package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Column.WrittenBy;
import dev.rowlock.mysql.table.TableShape;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the column that tells that a row was written. Pure. */
final class TimeColumn {
    /** Names under which programs keep the time of the last change; the likeliest first. */
    private static final List<String> NAMES = List.of(
            "modified_at",
            "updated_at",
            "last_modified",
            "last_updated",
            "changed_at",
            "update_time",
            "updated",
            "modified",
            "gmt_modified",
            "mtime");

    private TimeColumn() {}

    /** The named one, else one that the server sets at every update, else one with a usual name. */
    static Optional<Column> of(TableShape table, @Nullable Identifier named) {
        if (named != null) {
            return Optional.of(table.column(named.name())
                    .orElseThrow(() -> new ConfigurationException("the table has no column " + named + "; its columns: "
                            + table.columns().stream()
                                    .map(column -> column.name().name())
                                    .toList())));
        }
        Optional<Column> byServer = table.columns().stream()
                .filter(column -> column.isMoment() && column.writtenBy() == WrittenBy.EVERY_UPDATE)
                .findFirst();
        return byServer.or(() -> NAMES.stream()
                .flatMap(name -> table.column(name).stream())
                .filter(Column::isMoment)
                .findFirst());
    }

    /** What limits a figure that rests on this column. */
    static List<String> notes(Column column) {
        String name = column.name().name();
        String who = column.writtenBy() == WrittenBy.EVERY_UPDATE
                ? "the server sets " + name + " at every update that changes something"
                : "it is taken for granted that every online write sets " + name + "; writes that do not are not seen";
        return column.isMoment() && column.precision() == 0
                ? List.of(who, name + " has whole seconds: a second write in the second of the first is not seen")
                : List.of(who);
    }
}
