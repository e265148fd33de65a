package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.SchemaStatements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How one of our own tables is made in this version, as its DDL says. Immutable. */
record OwnShape(String name, String ddl, Map<String, String> columns) {
    private static final Pattern NAME = Pattern.compile("\\{schema}(rowlock_batch_\\w+)");
    private static final Pattern COLUMN = Pattern.compile("^\\s+([a-z]\\w*) (.+?),?$", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("COMMENT='(rowlock batch (\\d+))'");

    /** Its version is in the table's comment: where SHOW CREATE TABLE and a dump show it, too. */
    private static final Pattern VERSION = Pattern.compile("rowlock batch (\\d{1,6})");

    /** Only runs that are not over need them; of the others an empty one tells nothing wrong. */
    private static final String FOR_RUNS_THAT_GO_ON = "key_shape";

    /** All of them, in the order in which they are created. */
    static List<OwnShape> all() {
        return SchemaStatements.ALL.stream().map(OwnShape::parse).toList();
    }

    /** The version of all of them. */
    static int version() {
        return Integer.parseInt(find(COMMENT, SchemaStatements.ALL.get(0)).group(2));
    }

    /** What a comment says; empty when it is not one of ours. */
    static Optional<Integer> version(String comment) {
        Matcher matcher = VERSION.matcher(comment);
        return matcher.matches() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    private static OwnShape parse(String ddl) {
        Map<String, String> columns = new LinkedHashMap<>();
        Matcher matcher = COLUMN.matcher(ddl);
        while (matcher.find()) {
            columns.put(matcher.group(1), matcher.group(2));
        }
        return new OwnShape(find(NAME, ddl).group(1), ddl, columns);
    }

    private static Matcher find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher;
    }

    /** Whether rows that are there already can do without a value of their own. */
    boolean canBeAdded(String column) {
        String type = columns.getOrDefault(column, "");
        return type.contains(" DEFAULT ") || (type.endsWith(" NULL") && !type.endsWith(" NOT NULL"));
    }

    /** Whether rows of runs that are over can. */
    static boolean isForRunsThatGoOn(String column) {
        return column.equals(FOR_RUNS_THAT_GO_ON);
    }

    /** What makes a table that lacks these columns one of this version. */
    String mending(String quoted, List<String> lacks) {
        List<String> clauses = new ArrayList<>();
        lacks.forEach(column -> clauses.add("ADD COLUMN " + column + " " + columns.get(column)));
        clauses.add(find(COMMENT, ddl).group());
        return SchemaStatements.SCHEMA_MEND.replace("{table}", quoted).replace("{clauses}", String.join(", ", clauses));
    }
}
