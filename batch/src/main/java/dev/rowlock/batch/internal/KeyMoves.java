package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Refuses changes under which a row moves along the key: it could be met twice, or never. A trigger that moves it is not seen. Pure but for one read. */
final class KeyMoves {
    private KeyMoves() {}

    static void requireNone(Connection connection, Target target, Action.Set set) throws SQLException {
        Assignments.requireNoKey(set.assignments(), target);
        for (Column key : target.key()) {
            if (key.writtenBy() == Column.WrittenBy.EVERY_UPDATE) {
                throw new ConfigurationException("the server writes the key column " + key.name() + " of "
                        + target.name()
                        + " at each update (ON UPDATE CURRENT_TIMESTAMP), so a row would move along the key and could be met twice: ALTER TABLE "
                        + target.name().quoted() + " MODIFY " + key.name().quoted() + " " + key.fullType()
                        + " NOT NULL DEFAULT CURRENT_TIMESTAMP"
                        + (key.precision() == 0 ? "" : "(" + key.precision() + ")"));
            }
        }
        if (target.key().stream().anyMatch(key -> key.writtenBy() == Column.WrittenBy.SERVER)) {
            requireNotComputedFrom(connection, target, Assignments.columns(set.assignments()));
        }
    }

    private static void requireNotComputedFrom(Connection connection, Target target, List<String> assigned)
            throws SQLException {
        Map<String, String> expressions = new LinkedHashMap<>();
        new Call(connection, TargetStatements.TARGET_COMPUTED)
                .with(target.name().schema().orElseThrow().name())
                .with(target.name().table().name())
                .query(row -> expressions.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)));
        Set<String> moving = new HashSet<>(assigned);
        boolean more = true;
        while (more) { // a computed column may be made of another
            more = expressions.entrySet().stream()
                    .filter(each -> moving.stream().anyMatch(name -> names(each.getValue(), name)))
                    .map(each -> moving.add(each.getKey()))
                    .reduce(false, Boolean::logicalOr);
        }
        for (Column key : target.key()) {
            String name = key.name().name().toLowerCase(Locale.ROOT);
            if (moving.contains(name)) {
                throw new ConfigurationException("the server computes the key column " + key.name() + " of "
                        + target.name() + " as " + expressions.get(name)
                        + ", and the assignment changes what it is made of: a row"
                        + " that moves along the key could be met twice, so a batch does not change it");
            }
        }
    }

    private static boolean names(String expression, String column) {
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(column) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                .matcher(expression)
                .find();
    }
}
