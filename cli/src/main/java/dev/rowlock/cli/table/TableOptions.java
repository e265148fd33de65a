package dev.rowlock.cli.table;

import dev.rowlock.claim.Backoff;
import dev.rowlock.claim.DatabaseClock;
import dev.rowlock.claim.IndexUse;
import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.claim.StatusValues;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.cli.DurationRange;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The table, and how it is worked: the same for every command over a table. Filled by picocli. */
public final class TableOptions {
    @Parameters(
            paramLabel = "TABLE",
            description =
                    "table or schema.table; a name with a dot, or one that is a backtick away, goes in `backticks`")
    @SuppressWarnings("NullAway.Init") // required
    private String table;

    @ArgGroup(
            exclusive = false,
            heading =
                    "%nColumns; 'none' says that the table has none, and a column of that name goes in `backticks`:%n")
    private ColumnOptions columns = new ColumnOptions();

    @ArgGroup(exclusive = false, heading = "%nWhat the status column holds:%n")
    private StatusOptions status = new StatusOptions();

    @ArgGroup(exclusive = false, heading = "%nHow the table is worked, alike in all processes:%n")
    private ProtocolOptions protocol = new ProtocolOptions();

    @Option(names = "--owner", paramLabel = "NAME", description = "who claims, for the owner column; default: made up")
    private @Nullable String owner;

    /** Values of the status column. */
    static final class StatusOptions {
        @Option(names = "--ready", paramLabel = "VALUE", defaultValue = "ready", description = "default: ready")
        private String ready = "ready";

        @Option(
                names = "--processing",
                paramLabel = "VALUE",
                defaultValue = "processing",
                description = "default: processing")
        private String processing = "processing";

        @Option(names = "--done", paramLabel = "VALUE", defaultValue = "done", description = "default: done")
        private String done = "done";

        @Option(
                names = "--dead",
                paramLabel = "VALUE",
                description = "default: dead, if the column can hold it; 'none': rows are never given up")
        private @Nullable String dead;
    }

    /** What all processes on a table have to agree on. */
    static final class ProtocolOptions {
        @Option(names = "--on-complete", paramLabel = "mark|delete", description = "default: mark")
        private OnComplete onComplete = OnComplete.MARK;

        @Option(
                names = "--clock",
                paramLabel = "session|utc",
                description = "the clock of DATETIME columns: NOW() or UTC_TIMESTAMP(); default: session")
        private DatabaseClock clock = DatabaseClock.SESSION;

        @Option(names = "--scan", description = "work a table that has no fitting index along its primary key")
        private boolean scan;

        @Option(names = "--lease", paramLabel = "TIME", description = "length of a lease; default: 60s")
        private Duration lease = Duration.ofSeconds(60);

        @Option(names = "--max-attempts", paramLabel = "N", description = "then a row is dead; default: 25")
        private int maxAttempts = 25;

        @Option(
                names = "--backoff",
                paramLabel = "TIME[..TIME]",
                description = "pause after a failed attempt, doubling up to the second; default: 1s..10m")
        private DurationRange backoff = new DurationRange(Duration.ofSeconds(1), Duration.ofMinutes(10));
    }

    public TableName tableName() {
        return TableName.parse(table);
    }

    /** The table as the user typed it. */
    public String table() {
        return table;
    }

    public TableLayout layout() {
        TableLayout.Builder layout = TableLayout.builder(tableName());
        columns.describe(layout);
        if (!status.ready.equals("ready")
                || !status.processing.equals("processing")
                || !status.done.equals("done")
                || status.dead != null) {
            layout.status(statusValues());
        }
        return layout.onComplete(protocol.onComplete)
                .clock(protocol.clock)
                .indexUse(protocol.scan ? IndexUse.SCAN_ALLOWED : IndexUse.REQUIRED)
                .build();
    }

    private StatusValues statusValues() {
        String dead = status.dead == null || status.dead.equals("none") ? null : ColumnOptions.unquoted(status.dead);
        return new StatusValues(status.ready, status.processing, status.done, dead);
    }

    public LeaseSettings settings() {
        LeaseSettings settings = LeaseSettings.standard()
                .withLease(protocol.lease)
                .withMaxAttempts(protocol.maxAttempts)
                .withBackoff(backoff(protocol.backoff));
        return owner == null ? settings : settings.withOwner(owner);
    }

    public @Nullable String owner() {
        return owner;
    }

    private static Backoff backoff(DurationRange range) {
        return range.first().equals(range.longest())
                ? Backoff.fixed(range.first())
                : Backoff.exponential(range.first(), range.longest());
    }

    public Server connect(CommandSpec spec, PoolSize size) {
        return Server.connect(RowlockCommand.global(spec).account(), size, SessionZone.SERVER);
    }

    public LeaseTable open(Server server) {
        LeaseTable opened = LeaseTable.open(server.transactions(), layout(), settings());
        if (protocol.clock == DatabaseClock.UTC || opened.timesAreInstants()) {
            server.zone(SessionZone.UTC);
        }
        return opened;
    }
}
