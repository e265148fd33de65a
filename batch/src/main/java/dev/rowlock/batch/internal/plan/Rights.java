package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.internal.OwnTables;
import dev.rowlock.batch.internal.Store;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.table.AccountName;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether the account may write Rowlock's own tables, or create them where they are missing. Reads only. */
final class Rights {
    private static final Pattern GRANT =
            Pattern.compile("GRANT (?<rights>.+?) ON (?:TABLE )?(?<schema>\\*|`(?:[^`]|``)+`|\\S+?)\\.\\* TO .*");

    private Rights() {}

    static Optional<PlanNote> missing(Connection connection, ServerFacts facts, Store store, OwnTables.Found own)
            throws SQLException {
        String schema =
                store.schema().map(Identifier::name).orElse(facts.schema().orElse(null));
        if (schema == null) {
            return Optional.of(PlanNote.blocks(
                    "own-tables",
                    "the connection has no schema, and Rowlock's own tables need one",
                    "name one in the URL, or give --schema-for-tables"));
        }
        String account = AccountName.quoted(facts.account());
        String quoted = new Identifier(schema).quoted();
        if (own.state() == OwnTables.State.OLDER) {
            return Optional.of(PlanNote.info(
                    "own-tables",
                    own.told() + ": the next run brings them to it by " + String.join("; ", own.mending())));
        }
        if (own.state() == OwnTables.State.COMPLETE) {
            return refused(connection, store)
                    .map(error -> PlanNote.blocks(
                            "own-tables",
                            "this account may not write Rowlock's own tables in " + schema + ": " + error,
                            "GRANT SELECT, INSERT, UPDATE, DELETE ON " + quoted + ".* TO " + account));
        }
        if (mayCreate(facts.grants(), schema)) {
            return Optional.of(PlanNote.info(
                    "own-tables",
                    "the first run creates Rowlock's own tables (rowlock_batch_...) in " + schema
                            + "; your table is not altered"));
        }
        String text = "the first run creates Rowlock's own tables in " + schema + ", and this account may not";
        String remedy = "GRANT CREATE, SELECT, INSERT, UPDATE, DELETE ON " + quoted + ".* TO " + account
                + "; or give --schema-for-tables another schema of this server";
        boolean hasRole = facts.grants().stream().anyMatch(grant -> !grant.contains(" ON "));
        return Optional.of(
                hasRole
                        ? PlanNote.warning("own-tables", text + ", unless a role gives the right", remedy)
                        : PlanNote.blocks("own-tables", text, remedy));
    }

    private static Optional<String> refused(Connection connection, Store store) throws SQLException {
        for (String statement : List.of(
                PlanStatements.PLAN_OWN_INSERT, PlanStatements.PLAN_OWN_UPDATE, PlanStatements.PLAN_OWN_DELETE)) {
            try {
                new Call(connection, store.sql(statement)).query(row -> 1);
            } catch (SQLException e) {
                if (!ServerError.isAccessDenied(e.getErrorCode())) {
                    throw e;
                }
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    /** Whether grants on schemas or on everything hold CREATE for this one, with the wildcards of names. */
    static boolean mayCreate(List<String> grants, String schema) {
        for (String grant : grants) {
            Matcher matcher = GRANT.matcher(grant);
            if (matcher.matches() && covers(matcher.group("schema"), schema)) {
                String rights = ", " + matcher.group("rights").toUpperCase(Locale.ROOT) + ",";
                if (rights.contains(", ALL PRIVILEGES,") || rights.contains(", ALL,") || rights.contains(", CREATE,")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean covers(@Nullable String pattern, String schema) {
        if (pattern == null || pattern.equals("*")) {
            return pattern != null;
        }
        String name = pattern.startsWith("`")
                ? pattern.substring(1, pattern.length() - 1).replace("``", "`")
                : pattern;
        StringBuilder regex = new StringBuilder();
        for (int at = 0; at < name.length(); at++) {
            char c = name.charAt(at);
            if (c == '\\' && at + 1 < name.length()) {
                regex.append(Pattern.quote(String.valueOf(name.charAt(++at))));
            } else {
                regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
            }
        }
        return schema.matches(regex.toString());
    }
}
