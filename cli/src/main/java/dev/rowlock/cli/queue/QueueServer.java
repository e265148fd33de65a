package dev.rowlock.cli.queue;

import dev.rowlock.cli.RowlockCommand;
import dev.rowlock.cli.connect.PoolSize;
import dev.rowlock.cli.connect.Server;
import dev.rowlock.cli.connect.SessionZone;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import dev.rowlock.queue.SchemaState;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** The server and its queues, for one command. */
final class QueueServer implements AutoCloseable {
    private final Server server;

    private QueueServer(Server server) {
        this.server = server;
    }

    static QueueServer connect(CommandSpec spec) {
        return connect(spec, PoolSize.ONE_COMMAND);
    }

    static QueueServer connect(CommandSpec spec, PoolSize size) {
        return new QueueServer(Server.connect(RowlockCommand.global(spec).account(), size, SessionZone.SERVER));
    }

    Server server() {
        return server;
    }

    Queues queues() {
        return queues(server.transactions());
    }

    Queues queues(Transactions transactions) {
        SchemaState state = Schema.state(server.dataSource());
        if (!state.pending().isEmpty()) {
            throw new ConfigurationException((state.version() == 0
                            ? "the queue's tables are not in this schema, or the account may not see them"
                            : "the queue's tables are at version " + state.version() + ", and this needs "
                                    + (state.version() + state.pending().size()))
                    + ": run rowlock migrate");
        }
        return Queues.open(transactions, QueueSettings.standard());
    }

    /** A queue that is there: a name mistyped must not become a new one. */
    static Queue queue(Queues queues, String name, NewQueues unknown) {
        if (unknown == NewQueues.ADDED) {
            return queues.queue(name);
        }
        return queues.find(name).orElseThrow(() -> {
            Set<String> names = queues.all().keySet();
            return new ConfigurationException("there is no queue '" + name + "'; "
                    + (names.isEmpty() ? "there are none yet" : "the queues are: " + String.join(", ", names))
                    + ". A new one is added with rowlock enqueue --new-queue or rowlock work --new-queue");
        });
    }

    @Override
    public void close() {
        server.close();
    }
}
