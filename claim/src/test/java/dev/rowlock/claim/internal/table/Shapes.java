package dev.rowlock.claim.internal.table;

import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Column.WrittenBy;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.TableShape;
import java.util.ArrayList;
import java.util.List;

/** Tables as a server would describe them, for tests that need no server. */
final class Shapes {
    private Shapes() {}

    static Column column(String name, String fullType) {
        String type = fullType.replaceAll("[( ].*", "");
        String inside = fullType.contains("(") ? fullType.replaceAll(".*\\(([^)]*)\\).*", "$1") : "";
        boolean text = type.equals("varchar") || type.equals("char");
        boolean moment = type.equals("datetime") || type.equals("timestamp");
        return new Column(
                new Identifier(name),
                type,
                fullType,
                true,
                text || type.endsWith("binary") ? Long.valueOf(inside) : null,
                moment && !inside.isEmpty() ? Integer.parseInt(inside) : 0,
                text ? "utf8mb4" : null,
                WrittenBy.PROGRAMS);
    }

    static Index primary(String... columns) {
        return new Index("PRIMARY", List.of(columns), true);
    }

    static Index index(String name, String... columns) {
        return new Index(name, List.of(columns), true);
    }

    static TableShape table(List<Column> columns, Index... indexes) {
        return new TableShape("shop", "BASE TABLE", "InnoDB", columns, List.of(indexes));
    }

    /** Rule A12's first layout. */
    static List<Column> jobQueue(Column... more) {
        List<Column> columns = new ArrayList<>(List.of(
                column("id", "bigint"),
                column("payload", "json"),
                column("status", "varchar(16)"),
                column("available_at", "datetime"),
                column("lease_until", "datetime"),
                column("attempts", "int")));
        columns.addAll(List.of(more));
        return columns;
    }
}
