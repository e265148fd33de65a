package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.StatementTemplate;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A table in the words of a statement over its primary key. Immutable. */
record KeyedTable(TableName name, KeySql sql, KeyCodec codec) {

    static KeyedTable of(TableName name, List<Column> key) {
        return new KeyedTable(name, new KeySql(key), new KeyCodec(key));
    }

    /** The statement with this table's names put in, for that many keys. */
    String fill(String statement, int keys) {
        return fill(statement, keys, Map.of());
    }

    /** The same with further pieces; what they say is not looked through for placeholders. */
    String fill(String statement, int keys, Map<String, String> pieces) {
        Map<String, String> all = new HashMap<>(pieces);
        all.put("{table}", name.quoted());
        all.put("{key_select}", sql.select());
        all.put("{key_columns}", sql.columns());
        all.put("{keys}", sql.in(keys));
        all.put("{from}", sql.from());
        return StatementTemplate.fill(statement, all);
    }

    /** Keys of the first rows. */
    List<RowKey> first(Visit visit, int rows) throws SQLException {
        String statement = fill(DoctorStatements.KEYS_FIRST, 1, Map.of("{rows}", Integer.toString(rows)));
        return visit.ask(statement, row -> codec.read(row, 1));
    }
}
