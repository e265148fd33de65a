package dev.rowlock.cli.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.TableLayout;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which column plays which role. Filled by picocli. */
final class ColumnOptions {
    private static final String NONE = "none";

    @Option(
            names = "--status-column",
            paramLabel = "NAME",
            description = "ready, processing, done or dead; usually status")
    private @Nullable String status;

    @Option(
            names = "--available-column",
            paramLabel = "NAME",
            description = "ready from this time on; usually available_at")
    private @Nullable String available;

    @Option(names = "--lease-column", paramLabel = "NAME", description = "end of the lease; usually lease_until")
    private @Nullable String lease;

    @Option(names = "--claimed-column", paramLabel = "NAME", description = "time of the claim; usually claimed_at")
    private @Nullable String claimed;

    @Option(names = "--attempts-column", paramLabel = "NAME", description = "failed attempts so far; usually attempts")
    private @Nullable String attempts;

    @Option(names = "--token-column", paramLabel = "NAME", description = "the fencing token; usually token")
    private @Nullable String token;

    @Option(names = "--owner-column", paramLabel = "NAME", description = "who holds the row; usually owner")
    private @Nullable String owner;

    @Option(
            names = "--error-column",
            paramLabel = "NAME",
            description = "why the last attempt failed; usually last_error")
    private @Nullable String error;

    @Option(
            names = "--payload-column",
            paramLabel = "NAME",
            description = "what the work needs to know; usually payload")
    private @Nullable String payload;

    void describe(TableLayout.Builder layout) {
        describe(layout, ColumnRole.STATUS, status);
        describe(layout, ColumnRole.AVAILABLE_AT, available);
        describe(layout, ColumnRole.LEASE_UNTIL, lease);
        describe(layout, ColumnRole.CLAIMED_AT, claimed);
        describe(layout, ColumnRole.ATTEMPTS, attempts);
        describe(layout, ColumnRole.TOKEN, token);
        describe(layout, ColumnRole.OWNER, owner);
        describe(layout, ColumnRole.LAST_ERROR, error);
        describe(layout, ColumnRole.PAYLOAD, payload);
    }

    private static void describe(TableLayout.Builder layout, ColumnRole role, @Nullable String name) {
        if (name == null) {
            return;
        }
        if (name.equals(NONE)) {
            layout.without(role);
        } else {
            layout.column(role, unquoted(name));
        }
    }

    /** A name in backticks is what stands between them, so that a column may be called none. */
    static String unquoted(String name) {
        boolean quoted = name.length() > 2 && name.startsWith("`") && name.endsWith("`");
        return quoted ? name.substring(1, name.length() - 1).replace("``", "`") : name;
    }
}
