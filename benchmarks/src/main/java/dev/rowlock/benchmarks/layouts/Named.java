package dev.rowlock.benchmarks.layouts;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement whose parameters have names, and whose {@code {row}} is repeated for each job. */
final class Named {
    private static final Pattern NAME = Pattern.compile(":([a-z]+)");
    private static final Pattern ROW = Pattern.compile("\\{([^}]*)\\}");

    private Named() {}

    /** Prepares it for these jobs, with its parameters set. */
    static PreparedStatement prepare(
            Connection connection, String statement, List<Object> ids, Map<String, Object> parameters)
            throws SQLException {
        List<Object> values = new ArrayList<>();
        String sql = statement;
        Matcher row = ROW.matcher(statement);
        if (row.find()) {
            sql = statement.substring(0, row.start())
                    + String.join(", ", Collections.nCopies(ids.size(), row.group(1)))
                    + statement.substring(row.end());
        }
        StringBuilder text = new StringBuilder();
        Matcher name = NAME.matcher(sql);
        int nextId = 0;
        while (name.find()) {
            switch (name.group(1)) {
                case "ids" -> {
                    values.addAll(ids);
                    name.appendReplacement(text, String.join(", ", Collections.nCopies(ids.size(), "?")));
                }
                case "id" -> {
                    values.add(ids.get(nextId++));
                    name.appendReplacement(text, "?");
                }
                default -> {
                    values.add(parameters.get(name.group(1)));
                    name.appendReplacement(text, "?");
                }
            }
        }
        name.appendTail(text);
        PreparedStatement prepared = connection.prepareStatement(text.toString());
        for (int at = 0; at < values.size(); at++) {
            prepared.setObject(at + 1, values.get(at));
        }
        return prepared;
    }
}
