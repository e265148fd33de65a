package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.Account;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.mysql.Identifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The server, and where the batch engine keeps its own tables: the same for every command of a batch. Filled by picocli. */
final class BatchServer {
    @Option(
            names = "--schema-for-tables",
            paramLabel = "NAME",
            description = {
                "schema of Rowlock's own tables (rowlock_batch_...), which the first run creates;",
                "default: that of the URL"
            })
    private @Nullable String schema;

    private @Nullable Account accountOrNull;

    Server connect(CommandSpec spec, PoolSize size) {
        Account account = RowlockCommand.global(spec).account();
        accountOrNull = account;
        return Server.connect(account, size, SessionZone.SERVER_HASTY);
    }

    Batches batches(Server server) {
        Batches batches = schema == null
                ? Batches.of(server.transactions())
                : Batches.of(server.transactions(), new Identifier(schema));
        // Signals keep their connections, which must not be missing from the work's own.
        return batches.signalsFrom(server.newSessions())
                .recentWritesFrom((table, within) -> LoggedRows.open(server.newSessions(), address(), table, within));
    }

    private LogAddress address() {
        Account account = Objects.requireNonNull(accountOrNull);
        return LogAddress.ofJdbc(account.url(), account.userOrNull(), account.passwordOrNull());
    }

    /** As a command that is shown to the user has to repeat it. */
    String again() {
        return schema == null ? "" : " --schema-for-tables " + schema;
    }
}
