package dev.rowlock.cli.batch;

import dev.rowlock.batch.Batches;
import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.mysql.Identifier;
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

    Server connect(CommandSpec spec, PoolSize size) {
        return Server.connect(RowlockCommand.global(spec).account(), size, SessionZone.SERVER);
    }

    Batches batches(Server server) {
        return schema == null
                ? Batches.of(server.transactions())
                : Batches.of(server.transactions(), new Identifier(schema));
    }

    /** As a command that is shown to the user has to repeat it. */
    String again() {
        return schema == null ? "" : " --schema-for-tables " + schema;
    }
}
