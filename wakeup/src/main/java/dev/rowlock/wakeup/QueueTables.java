package dev.rowlock.wakeup;

import dev.rowlock.binlog.ChangeKind;
import dev.rowlock.binlog.Gap;
import dev.rowlock.binlog.RowChange;
import dev.rowlock.binlog.RowListener;
import dev.rowlock.mysql.TableName;
import dev.rowlock.queue.Arrivals;
import dev.rowlock.queue.JobId;
import java.nio.ByteBuffer;
import java.util.List;

/** Tells the queues what is written to their tables. Called by the stream's thread; returns at once. */
final class QueueTables implements RowListener {
    private static final TableName JOBS = TableName.of("rowlock_job");

    /** Jobs, and what decides when jobs become ready: those that wait for their time, and queues, which are paused and resumed. */
    static final List<TableName> ALL = List.of(JOBS, TableName.of("rowlock_delayed"), TableName.of("rowlock_queue"));

    private final Arrivals arrivals;

    QueueTables(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    @Override
    public void changed(RowChange change) {
        if (!change.table().equals(JOBS)) {
            if (change.kind() != ChangeKind.DELETE) {
                arrivals.unsure();
            }
            return;
        }
        List<Object> key = change.key().parts(); // queue_id, priority, id
        int queue = ((Number) key.get(0)).intValue();
        JobId job = JobId.of(bytes((ByteBuffer) key.get(2)));
        if (change.kind() == ChangeKind.INSERT) {
            arrivals.committed(queue, ((Number) key.get(1)).intValue(), job);
        } else {
            arrivals.taken(queue, job);
        }
    }

    private static byte[] bytes(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public void gap(Gap gap) {
        arrivals.unsure();
    }
}
