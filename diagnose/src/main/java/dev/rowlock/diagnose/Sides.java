package dev.rowlock.diagnose;

import dev.rowlock.diagnose.internal.statement.SideComment;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells batch work from online traffic. Immutable.
 *
 * <p>The first that knows decides: connection id, account, pattern in the statement, comment in the statement ({@code /* rowlock
 * ... *}{@code /} and {@code /* batch ... *}{@code /} are batch, {@code /* online ... *}{@code /} is online). Where one transaction of
 * a deadlock is batch, those that no rule knows are online: whatever the batch did not send is what it has to give way to.
 */
public final class Sides {
    private final Map<Long, Side> connections;
    private final Map<String, Side> accounts;
    private final Map<Pattern, Side> statements;

    private Sides(Builder builder) {
        this.connections = Map.copyOf(builder.connections);
        this.accounts = Map.copyOf(builder.accounts);
        this.statements = new LinkedHashMap<>(builder.statements);
    }

    /** Only by comment. */
    public static Sides byComment() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The side that a rule gives, {@link Side#UNKNOWN} where none does. */
    public Side of(@Nullable Long threadId, @Nullable String account, @Nullable String sql) {
        Side byConnection = threadId == null ? null : connections.get(threadId);
        if (byConnection != null) {
            return byConnection;
        }
        Side byAccount = account == null ? null : byAccount(account);
        if (byAccount != null) {
            return byAccount;
        }
        return sql == null ? Side.UNKNOWN : byStatement(sql);
    }

    private @Nullable Side byAccount(String account) {
        String wanted = account.toLowerCase(Locale.ROOT);
        Side exact = accounts.get(wanted);
        return exact != null ? exact : accounts.get(wanted.substring(0, userLength(wanted)));
    }

    private static int userLength(String account) {
        int at = account.lastIndexOf('@');
        return at < 0 ? account.length() : at;
    }

    private Side byStatement(String sql) {
        for (Map.Entry<Pattern, Side> rule : statements.entrySet()) {
            if (rule.getKey().matcher(sql).find()) {
                return rule.getValue();
            }
        }
        return SideComment.in(sql);
    }

    /** Collects rules; later ones replace earlier ones for the same connection, account or pattern. */
    public static final class Builder {
        private final Map<Long, Side> connections = new HashMap<>();
        private final Map<String, Side> accounts = new HashMap<>();
        private final Map<Pattern, Side> statements = new LinkedHashMap<>();

        private Builder() {}

        /** Connection ids, such as those of a batch's own pool. */
        public Builder connections(Side side, Set<Long> ids) {
            ids.forEach(id -> connections.put(id, side));
            return this;
        }

        /** {@code user} or {@code user@host}, without regard to case. */
        public Builder account(Side side, String account) {
            accounts.put(account.toLowerCase(Locale.ROOT), side);
            return this;
        }

        /** A pattern found anywhere in the statement; the first added that is found decides. */
        public Builder statement(Side side, Pattern pattern) {
            statements.put(pattern, side);
            return this;
        }

        public Sides build() {
            return new Sides(this);
        }
    }
}
